import type { DiffSpan } from "../bindings/host";
import { say } from "../l10n";
import css from "./elements.module.css";
import { Escaped } from "./ForeignText";

/** A comparison word by word. Said as “added” and “removed” to those who do not see it. */
export function DiffText(props: { spans: DiffSpan[]; mono?: boolean }) {
  return (
    <bdi className={props.mono ? `${css.diff} ${css.mono}` : css.diff}>
      {props.spans.map((span, index) => {
        if (span.change === "same") return <Escaped key={index} text={span.text} />;
        if (span.change === "added") {
          return (
            <ins key={index} className={css.added}>
              <span className="visually-hidden">{say("elements-diff-added")} </span>
              <Escaped text={span.text} />
            </ins>
          );
        }
        return (
          <del key={index} className={css.removed}>
            <span className="visually-hidden">{say("elements-diff-removed")} </span>
            <Escaped text={span.text} />
          </del>
        );
      })}
    </bdi>
  );
}
