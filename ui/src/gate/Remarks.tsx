import type { ReactNode } from "react";
import type { ArgumentRow, Remark, Warning } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { ProblemNote } from "../elements/ProblemNote";
import { RemarkTag, RemarkWords } from "../elements/RemarkTag";
import { Tag } from "../elements/Tag";
import { Say, say } from "../l10n";
import css from "./gate.module.css";
import { brief } from "./useExpanded";

/**
 * What must be read before all else, at the top of a question and each in its own frame: of the values first, which may be far
 * below. The host ranks the others.
 */
export function Loud(props: { values?: ArgumentRow[]; warnings?: Warning[]; remarks?: Remark[] }) {
  return (
    <>
      {(props.values ?? []).flatMap(({ name, warnings }, index) =>
        warnings.filter(isLoud).map((it) => {
          const of = <ForeignText value={{ ...name, text: brief(name.text) }} badge={false} />;
          return framed(
            `${index} ${it.code}`,
            <Say id="gate-value-warning" args={{ name: of, warning: it.sentence }} />,
          );
        }),
      )}
      {(props.warnings ?? []).filter(isLoud).map((it) => framed(it.code + it.sentence, it.sentence))}
      {(props.remarks ?? [])
        .filter(isLoud)
        .map((it) => framed(it.code + it.sentence, <RemarkWords remark={it} />))}
    </>
  );
}

function framed(key: string, sentence: ReactNode) {
  return <ProblemNote key={key} tone="wait" problem={{ sentence, remedy: null }} />;
}

/** The other warnings, without a frame; those that only explain, without a color. */
export function Warnings(props: { warnings: Warning[] }) {
  const others = props.warnings.filter((it) => !isLoud(it));
  if (others.length === 0) return null;
  return (
    <ul className={`unmarked ${css.warnings}`} aria-label={say("gate-warnings")}>
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
  if (others.length === 0) return null;
  return (
    <ul className={`unmarked ${css.notes}`} aria-label={say("gate-notes")}>
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

export function isLoud({ severity }: { severity: Warning["severity"] }): boolean {
  return severity === "high";
}
