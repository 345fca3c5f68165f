import type { CallView, SeenBehavior } from "../bindings/host";
import { Say, say } from "../l10n";
import { time } from "../words";
import { ForeignText } from "./ForeignText";
import css from "./KeptOut.module.css";

/** What a fence saw its program do: hosts in the words of the server; with `dated`, and when first. */
export function SeenList({ seen, dated = false }: { seen: SeenBehavior[]; dated?: boolean }) {
  return (
    <ul className={css.list}>
      {seen.map((it) => {
        const what = <ForeignText key="what" value={it.what} mono />;
        return (
          <li key={`${it.kind} ${it.what.text}`}>
            {dated ? (
              <Say id={`elements-seen-${it.kind}-at`} args={{ what, day: time(it.at, "day") }} />
            ) : (
              <Say id={`elements-seen-${it.kind}`} args={{ what }} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What was seen during a call that is against what its server claims of the tool. */
export function AgainstClaims({ call }: { call: Pick<CallView, "against_claims" | "server_label"> }) {
  if (call.against_claims.length === 0) return null;
  return (
    <div className={css.kept}>
      <p>{say("elements-against-claims", { server: call.server_label })}</p>
      <SeenList seen={call.against_claims} />
    </div>
  );
}
