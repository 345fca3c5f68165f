import { type ReactNode, useState } from "react";
import type { Request } from "../bindings/host";
import { LinkButton } from "../elements/LinkButton";
import { time, unansweredWord } from "../words";
import css from "./gate.module.css";
import { useRequest } from "./request";

/** The end of a sheet: what else can be done, and what the answer is bound to. */
export function LastRow(props: { children?: ReactNode; actions?: ReactNode }) {
  const { request, guard } = useRequest();
  const [details, setDetails] = useState(false);
  return (
    <>
      <div className={css.lastRow}>
        {props.children}
        <div className={css.lastActions}>
          {props.actions}
          <LinkButton
            aria-expanded={details}
            onClick={() => {
              setDetails(!details);
              guard.again();
            }}
          >
            Details
          </LinkButton>
        </div>
      </div>
      {details ? (
        <section className={css.bound}>
          <h2 className={css.label}>What your answer is bound to</h2>
          <dl className={css.details}>
            <dt>Asked</dt>
            <dd>{time(request.asked_at, "both")}</dd>
            <dt>{unanswered(request)} if unanswered</dt>
            <dd>{time(request.expires_at, "both")}</dd>
            <dt>Digest of what is shown</dt>
            <dd>
              <code>{request.digest}</code>
            </dd>
          </dl>
        </section>
      ) : null}
    </>
  );
}

function unanswered(request: Request): string {
  const { kind } = request.asked;
  return kind === "page" ? "Asked again, and given up in the end," : unansweredWord(kind);
}
