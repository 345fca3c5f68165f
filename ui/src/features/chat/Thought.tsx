import { useId, useState } from "react";
import { DownIcon, RawText } from "../../elements";
import css from "./chat.module.css";

/** What the model thought before it spoke. Folded: it is no answer, and often long. */
export function Thought(props: { text: string; going: boolean }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.thought}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {props.going ? "Thinking …" : "Thought before it answered"}{" "}
        <span className={open ? css.turned : css.unturned}>
          <DownIcon />
        </span>
      </button>
      <p id={id} hidden={!open} className={css.plain}>
        {open ? <RawText text={props.text} lines /> : null}
      </p>
    </div>
  );
}
