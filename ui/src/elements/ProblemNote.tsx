import type { ReactNode } from "react";
import type { Problem } from "../bindings/host";
import { Attribution } from "./Attribution";
import css from "./elements.module.css";
import { AlertIcon } from "./icons";

/** What did not work, what to do, and apart from both the text that is not ours. `live` says it aloud when it appears. */
export function ProblemNote(props: {
  problem: Pick<Problem, "remedy"> & { sentence: ReactNode; said?: Problem["said"] };
  /** The person's label of the server it is about. */
  server?: string;
  /** The person's label of the provider of models that it is about. */
  provider?: string;
  tone?: "bad" | "wait";
  live?: boolean;
  action?: ReactNode;
  /** Below the words, what needs more room than a button beside them. */
  children?: ReactNode;
}) {
  const { sentence, remedy, said } = props.problem;
  const tone = props.tone === "wait" ? css.noteWait : css.noteBad;
  return (
    <div className={`${css.note} ${tone}`} {...(props.live ? { role: "alert" } : {})}>
      <AlertIcon />
      <div className={css.words}>
        {sentence}
        {remedy ? <div className={css.remedy}>{remedy}</div> : null}
        {said ? (
          <div className={css.said}>
            <Attribution value={said} server={props.server} provider={props.provider} />
          </div>
        ) : null}
        {props.children}
      </div>
      {props.action}
    </div>
  );
}
