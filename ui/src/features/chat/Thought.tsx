import { useId, useState } from "react";
import { DownIcon, RawText } from "../../elements";
import css from "./Thought.module.css";

/** What the model thought before it spoke. Folded: it is no answer, and often long. */
export function Thought(props: { text: string; going: boolean }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className={css.thought}>
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {props.going ? "Thinking …" : "Thought before it answered"}{" "}
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
