import type { Remark, Warning } from "../bindings/host";
import { ProblemNote } from "../elements/ProblemNote";
import { RemarkTag, RemarkWords } from "../elements/RemarkTag";
import { Tag } from "../elements/Tag";
import { say } from "../l10n";
import css from "./gate.module.css";

/** What must be read before all else, at the top of a question and each in its own frame. The host ranks it. */
export function Loud(props: { warnings?: Warning[]; remarks?: Remark[] }) {
  return (
    <>
      {(props.warnings ?? []).filter(isLoud).map((it) => (
        <ProblemNote
          key={it.code + it.sentence}
          tone="wait"
          problem={{ sentence: it.sentence, remedy: null }}
        />
      ))}
      {(props.remarks ?? []).filter(isLoud).map((it) => (
        <ProblemNote
          key={it.code + it.sentence}
          tone="wait"
          problem={{ sentence: <RemarkWords remark={it} />, remedy: null }}
        />
      ))}
    </>
  );
}

/** The other warnings, without a frame; those that only explain, without a color. */
export function Warnings(props: { warnings: Warning[] }) {
  const others = props.warnings.filter((it) => !isLoud(it));
  if (others.length === 0) {
    return null;
  }
  return (
    <ul className={css.warnings} aria-label={say("gate-warnings")}>
      {others.map((it) => (
        <li key={it.code + it.sentence} data-severity={it.severity}>
          {it.sentence}
        </li>
      ))}
    </ul>
  );
}

/** Remarks of ours, never verdicts, but for those that are loud. */
export function Notes(props: { notes: (string | Remark)[] }) {
  const others = props.notes.filter((it) => typeof it === "string" || !isLoud(it));
  if (others.length === 0) {
    return null;
  }
  return (
    <ul className={css.notes} aria-label={say("gate-notes")}>
      {others.map((note) =>
        typeof note === "string" ? (
          <li key={note}>
            <Tag tone="wait">{note}</Tag>
          </li>
        ) : (
          <li key={note.code + note.sentence}>
            <RemarkTag remark={note} />
          </li>
        ),
      )}
    </ul>
  );
}

function isLoud({ severity }: { severity: Warning["severity"] }): boolean {
  return severity === "high";
}
