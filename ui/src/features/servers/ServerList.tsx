/** Every server with its honest state: a shape and the words for it. */
import { useRef } from "react";
import type { ServerSummary } from "../../bindings/host";
import { Elapsed, StateDot } from "../../elements";
import { ServerMark } from "../../elements/ServerMark";
import { say } from "../../l10n";
import { to, toSignIn } from "../../route";
import { useHostCommand, useStore } from "../../store";
import { phaseWord } from "../../words";
import { movedBy } from "./order";
import css from "./servers.module.css";

export function ServerList({ servers, chosen }: { servers: ServerSummary[]; chosen: string | null }) {
  const list = useRef<HTMLUListElement>(null);
  const store = useStore();
  const order = useHostCommand("order_servers");
  return (
    <nav className={`scrolls ${css.list}`} aria-label={say("servers-all")}>
      <ul
        ref={list}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-server]") ?? [])];
          const at = links.indexOf(document.activeElement as HTMLElement);
          if (step === 0 || at < 0) return;
          event.preventDefault();
          if (event.altKey) {
            const moved = movedBy(servers, at, step);
            if (moved !== null) {
              order.mutate({ ids: moved }, { onError: (problem) => store.tell(problem) });
            }
            return;
          }
          links[at + step]?.focus();
        }}
      >
        {servers.map((server) => (
          <li key={server.id} className={css.row}>
            <a
              href={to("servers", server.id)}
              data-server={server.id}
              className={css.server}
              aria-current={server.id === chosen ? "page" : undefined}
            >
              <StateDot phase={server.state.phase} said />
              <ServerMark mark={server.mark} />
              <span className={css.serverWords}>
                <bdi className={css.label}>{server.label}</bdi>
                {server.state.phase === "needs_sign_in" ? (
                  <span className={css.attention}>{phaseWord(server.state.phase)}</span>
                ) : (
                  <span className={`small dim ${css.state}`}>
                    {stateWords(server)}
                    {server.state.phase === "starting" ? (
                      <>
                        {" · "}
                        <Elapsed since={server.state.since} />
                      </>
                    ) : null}
                  </span>
                )}
                {server.changed_tools > 0 ? (
                  <span className={css.attention}>
                    {say("servers-changed", { count: server.changed_tools })}
                  </span>
                ) : null}
                {server.waiting > 0 ? (
                  <span className={css.attention}>{say("servers-waiting", { count: server.waiting })}</span>
                ) : null}
              </span>
            </a>
            {server.state.phase === "needs_sign_in" ? (
              <a
                href={toSignIn(server.id)}
                className={css.signIn}
                aria-label={say("servers-sign-in-name", { server: server.label })}
              >
                {say("elements-sign-in")}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function stateWords(server: ServerSummary): string {
  const { state, tools, whereabouts, origin } = server;
  // Without a list, a number of tools would be that of another time.
  if (state.phase !== "ready" || state.problem !== null) return state.words;
  const local = whereabouts === "local" ? say("servers-where-local") : origin;
  const where = server.demo ? say("servers-where-demo") : local;
  return say("servers-ready", { state: state.words, count: tools, where });
}
