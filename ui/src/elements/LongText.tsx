import { useState } from "react";
import type { Foreign } from "../bindings/host";
import css from "./elements.module.css";
import { ForeignText } from "./ForeignText";

/** Lines that are shown at once, and how many characters fill about as many. */
const LINES = 8;
const CHARACTERS = 800;

/** Text from a server of any length: its beginning, and all of it when that is asked for. */
export function LongText(props: { value: Foreign }) {
  const { text } = props.value;
  const [all, setAll] = useState(false);
  const long = text.length > CHARACTERS || text.split("\n").length > LINES;
  return (
    <>
      <div className={long && !all ? css.clamped : undefined}>
        <ForeignText value={props.value} />
      </div>
      {long && (
        <button type="button" className="link small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
}
