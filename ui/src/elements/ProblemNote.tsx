import type { ReactNode } from "react";
import type { Foreign, Problem } from "../bindings/host";
import { Attribution } from "./Attribution";
import css from "./elements.module.css";
import { AlertIcon } from "./icons";

/** What did not work, what to do, and apart from both what the server said. `live` says it aloud when it appears. */
export function ProblemNote(props: {
  problem: Pick<Problem, "remedy"> & { sentence: ReactNode; said?: Foreign | null; code?: string };
  /** The person's label of the server it is about. */
  server?: string;
  /** The label of the provider of models that it is about, where it is no server; `true` where that is not known. */
  provider?: string | true;
  tone?: "bad" | "wait";
  live?: boolean;
  action?: ReactNode;
}) {
  const { sentence, remedy, said, code } = props.problem;
  // What went wrong at a provider or an authorization server was said by it, wherever it is shown.
  const provider = props.provider ?? (code?.startsWith("model.") ? true : undefined);
  const issuer = code === "auth.refused" || code === "auth.ended";
  const tone = props.tone === "wait" ? css.noteWait : css.noteBad;
  return (
    <div className={`${css.note} ${tone}`} {...(props.live ? { role: "alert" } : {})}>
      <AlertIcon />
      <div className={css.words}>
        {sentence}
        {remedy ? <div className={css.remedy}>{remedy}</div> : null}
        {said ? (
          <div className={css.said}>
            <Attribution value={said} server={props.server} provider={provider} issuer={issuer} />
          </div>
        ) : null}
      </div>
      {props.action}
    </div>
  );
}
