import type { ReactNode } from "react";
import type { Problem } from "../bindings/host";
import css from "./elements.module.css";
import { AlertIcon } from "./icons";

/** What did not work, and what to do. `live` says it aloud when it appears. */
export function ProblemNote(props: {
  problem: Pick<Problem, "sentence" | "remedy">;
  tone?: "bad" | "wait";
  live?: boolean;
  action?: ReactNode;
}) {
  const tone = props.tone === "wait" ? css.noteWait : css.noteBad;
  return (
    <div className={`${css.note} ${tone}`} {...(props.live ? { role: "alert" } : {})}>
      <AlertIcon />
      <div className={css.words}>
        {props.problem.sentence}
        {props.problem.remedy ? <div className={css.remedy}>{props.problem.remedy}</div> : null}
      </div>
      {props.action}
    </div>
  );
}
