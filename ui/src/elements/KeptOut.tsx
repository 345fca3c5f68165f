import type { ReactNode } from "react";
import type { CallView, Foreign } from "../bindings/host";
import { Say, say } from "../l10n";
import { to } from "../route";
import { ForeignText } from "./ForeignText";
import css from "./KeptOut.module.css";

/** What the fence of a server kept a call from, with the way to allow it. */
export function KeptOut(props: {
  call: Pick<CallView, "kept_out" | "server" | "server_label">;
  /** What allows it, beside it. */
  offer?: (what: Foreign) => ReactNode;
}) {
  const { call, offer } = props;
  if (call.kept_out.length === 0) return null;
  const page = (
    <a key="page" href={to("servers", call.server)}>
      {say("elements-kept-out-page")}
    </a>
  );
  return (
    <div className={css.kept}>
      <p>{say("elements-kept-out", { server: call.server_label })}</p>
      <ul className={css.list}>
        {call.kept_out.map((what) => (
          <li key={what.text}>
            <ForeignText value={what} mono /> {offer?.(what)}
          </li>
        ))}
      </ul>
      <p className="small dim">
        <Say id="elements-kept-out-allow" args={{ page }} />
      </p>
    </div>
  );
}
