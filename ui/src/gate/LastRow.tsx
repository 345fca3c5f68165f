import { type ReactNode, useState } from "react";
import { say } from "../l10n";
import { time, unansweredEnd } from "../words";
import { FoldButton } from "./FoldButton";
import css from "./gate.module.css";
import { useRequest } from "./request";

/** The end of a sheet: what else can be done, and what the answer is bound to. */
export function LastRow(props: { children?: ReactNode; actions?: ReactNode }) {
  const { request, guard } = useRequest();
  const [details, setDetails] = useState(false);
  return (
    <>
      <div className={`row ${css.lastRow}`}>
        {props.children}
        <div className={css.lastActions}>
          {props.actions}
          <FoldButton open={details} onFold={setDetails} guard={guard}>
            {say("gate-details")}
          </FoldButton>
        </div>
      </div>
      {details ? (
        <section className={css.bound}>
          <h2 className={css.label}>{say("gate-bound")}</h2>
          <dl className={css.details}>
            <dt>{say("gate-bound-asked")}</dt>
            <dd>{time(request.asked_at, "both")}</dd>
            <dt>{say(`gate-unanswered-${unansweredEnd(request.asked.kind)}`)}</dt>
            <dd>{time(request.expires_at, "both")}</dd>
            <dt>{say("gate-bound-digest")}</dt>
            <dd>
              <code>{request.digest}</code>
            </dd>
          </dl>
        </section>
      ) : null}
    </>
  );
}
