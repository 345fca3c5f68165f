import { useState } from "react";
import type { Foreign } from "../bindings/host";
import { say } from "../l10n";
import { whole } from "./chunkText";
import css from "./elements.module.css";
import { ForeignText, HiddenBadge } from "./ForeignText";
import { LinkButton } from "./LinkButton";

/** Lines that are shown at once, and how many characters fill about as many. */
const LINES = 8;
const CHARACTERS = 800;
/** Characters that fill more than those lines at any width: what cannot be seen is not laid out (F-24). */
const BEGINNING = 2_400;

/** Text from a server of any length: its beginning, and all of it when that is asked for. */
export function LongText(props: { value: Foreign }) {
  const { value } = props;
  const { text } = value;
  const [all, setAll] = useState(false);
  const long = text.length > CHARACTERS || text.split("\n", LINES + 1).length > LINES;
  if (!long) {
    return (
      <div>
        <ForeignText value={value} />
      </div>
    );
  }
  const beginning = text.length > BEGINNING ? `${text.slice(0, whole(text, BEGINNING))} …` : text;
  return (
    <>
      <div className={all ? undefined : css.clamped}>
        <ForeignText value={all ? value : { ...value, text: beginning }} badge={false} />
      </div>
      <div className={css.rest}>
        <LinkButton look="link" small aria-expanded={all} onClick={() => setAll(!all)}>
          {say(all ? "elements-long-less" : "elements-long-all")}
        </LinkButton>
        {/* Beside what is clamped: what is cut off does not conceal it (S-41). */}
        <HiddenBadge value={value} />
      </div>
    </>
  );
}
