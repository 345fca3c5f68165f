import { useId, useState } from "react";
import { DownIcon, RawText } from "../../elements";
import { say } from "../../l10n";
import css from "./Thought.module.css";

/** The reasoning of the model before it answered. Collapsed: it is no answer, and often long. */
export function Thought(props: { text: string; going: boolean }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.thought}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {say(props.going ? "chat-reasoning-running" : "chat-reasoning")}{" "}
        <span>
          <DownIcon />
        </span>
      </button>
      <p id={id} hidden={!open}>
        {open ? <RawText text={props.text} lines /> : null}
      </p>
    </div>
  );
}
