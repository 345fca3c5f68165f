/** How many there are, and a way to ask the server for them again. */
import type { Problem, ServerSummary } from "../../../bindings/host";
import { LinkButton, ProblemNote, When } from "../../../elements";
import { Say, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import css from "./catalog.module.css";

export interface Counted {
  one: "resource" | "template" | "prompt";
  total: number;
  found: number;
  listed: number;
}

export function Listed(props: {
  server: ServerSummary;
  kinds: Counted[];
  /** Why an older list is shown, and from when it is. */
  problem: Problem | null;
  at: number | null;
}) {
  const { server, kinds, problem, at } = props;
  const refresh = useHostCommand("refresh_offers");
  const some = kinds.filter((it) => it.total > 0);
  return (
    <>
      {problem !== null ? (
        <div className={css.problem}>
          <ProblemNote problem={problem} server={server.label} tone="wait" />
        </div>
      ) : null}
      {refresh.error !== null ? (
        <div className={css.problem}>
          <ProblemNote problem={refresh.error} server={server.label} live />
        </div>
      ) : null}
      <div className={`small dim ${css.listed}`}>
        <span role="status">
          {(some.length > 0 ? some : kinds.slice(0, 1)).map(words).join(" · ")}
          {problem !== null && at !== null ? (
            <>
              {" · "}
              <Say id="servers-catalog-as-of" args={{ time: <When at={at} /> }} />
            </>
          ) : null}
        </span>
        <LinkButton
          disabled={refresh.isPending || server.state.phase !== "ready"}
          onClick={() => refresh.mutate({ server: server.id })}
        >
          {say("servers-catalog-refresh")}
        </LinkButton>
      </div>
    </>
  );
}

function words({ one, total, found, listed }: Counted): string {
  const counted =
    found === total
      ? say(`servers-catalog-count-${one}`, { total })
      : say(`servers-catalog-found-${one}`, { found, total });
  return found > listed ? say("servers-catalog-best", { found: counted, listed }) : counted;
}
