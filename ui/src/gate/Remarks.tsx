import type { Remark, Warning } from "../bindings/host";
import { ProblemNote } from "../elements/ProblemNote";
import { RemarkTag } from "../elements/RemarkTag";
import { Tag } from "../elements/Tag";
import { say } from "../l10n";
import css from "./gate.module.css";

/** What must not be overlooked, each in its own frame. */
export function Warnings(props: { warnings: Warning[] }) {
  return props.warnings.map((it) => (
    <ProblemNote key={it.code + it.sentence} tone="wait" problem={{ sentence: it.sentence, remedy: null }} />
  ));
}

/** Remarks of ours, never verdicts. */
export function Notes(props: { notes: (string | Remark)[] }) {
  if (props.notes.length === 0) {
    return null;
  }
  return (
    <ul className={css.notes} aria-label={say("gate-notes")}>
      {props.notes.map((note) =>
        typeof note === "string" ? (
          <li key={note}>
            <Tag tone="wait">{note}</Tag>
          </li>
        ) : (
          <li key={note.sentence}>
            <RemarkTag remark={note} />
          </li>
        ),
      )}
    </ul>
  );
}
