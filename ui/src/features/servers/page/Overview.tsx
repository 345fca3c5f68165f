/** What a server is, how it is reached and how it is doing. */
import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { ServerState, ServerSummary } from "../../../bindings/host";
import { Elapsed, ForeignText, ProblemNote, Tag, UntrustedBlock, When } from "../../../elements";
import { Say, say } from "../../../l10n";
import { to, toSignIn } from "../../../route";
import { useHostCommand, useHostQuery, useProposal } from "../../../store";
import { Doctor, useDiagnosis } from "./Doctor";
import { Facts } from "./Facts";
import { Fence } from "./Fence";
import css from "./page.module.css";

export function Overview({ server }: { server: ServerSummary }) {
  const detail = useHostQuery("server", { id: server.id });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <div className={css.scroll} tabIndex={0} role="group" aria-label={say("servers-page-tab-overview")}>
      <div className={css.reading}>
        <State
          server={server}
          mayDownload={detail.data?.fetchable === true && detail.data.package === null}
        />
        {detail.error !== null ? <ProblemNote problem={detail.error} server={server.label} /> : null}
        {detail.data !== undefined && detail.data.remarked_tools > 0 ? (
          <Remarked server={server} tools={detail.data.remarked_tools} />
        ) : null}
        {detail.data !== undefined && detail.data.draft.endpoint.kind === "command" ? (
          <Fence server={server} draft={detail.data.draft} container={detail.data.container !== null} />
        ) : null}
        {detail.data !== undefined ? <Facts detail={detail.data} server={server} /> : null}
      </div>
    </div>
  );
}

/** Before a tool is used: what a reader might overlook in its definition. */
function Remarked({ server, tools }: { server: ServerSummary; tools: number }) {
  return (
    <p role="status">
      <Tag tone="wait">{say("servers-page-warned", { count: tools, total: server.tools })}</Tag>{" "}
      {say("servers-page-warned-help", { count: tools })}{" "}
      <a className="link" href={to("servers", server.id, "tools")}>
        {say("servers-page-warned-show")}
      </a>
    </p>
  );
}

function State({ server, mayDownload }: { server: ServerSummary; mayDownload: boolean }) {
  const { state } = server;
  const start = useProposal("propose_start");
  const turn = useHostCommand("set_enabled");
  const again = useHostCommand("restart_server");
  const bad = state.phase === "failing" || state.phase === "stopped" || state.phase === "needs_review";
  const asleep = state.phase === "asleep";
  const unlisted = state.phase === "ready" && state.problem !== null;
  // One that was never approved needs its review: turning it on leads there.
  const [turnedOn, setTurnedOn] = useState(false);
  const { ask } = start;
  useEffect(() => {
    if (!turnedOn || state.phase === "off" || state.phase === "starting") return;
    setTurnedOn(false);
    if (state.phase === "needs_review") ask({ id: server.id });
  }, [turnedOn, state.phase, server.id, ask]);
  const found = useDiagnosis(server);
  // Where the remedy is to start it again, the button stands with the remedy; there is one.
  const isRemedy = found?.action === "restart" && !found.proposes;
  const startAgain = (size: "xs" | "sm") => (
    <Button size={size} loading={again.isPending} onClick={() => again.mutate({ id: server.id })}>
      {say(asleep ? "servers-page-start-now" : "servers-page-start")}
    </Button>
  );
  const action =
    state.phase === "needs_review" ? (
      <Button loading={start.isPending} onClick={() => ask({ id: server.id })}>
        {say("servers-page-review-start")}
      </Button>
    ) : !server.enabled ? (
      <Button
        loading={turn.isPending}
        onClick={() => turn.mutate({ id: server.id, enabled: true }, { onSuccess: () => setTurnedOn(true) })}
      >
        {say("servers-page-turn-on")}
      </Button>
    ) : state.phase === "needs_sign_in" ? (
      <Button component="a" href={toSignIn(server.id)}>
        {say("elements-sign-in")}
      </Button>
    ) : (bad && !isRemedy) || unlisted || asleep ? (
      startAgain("sm")
    ) : null;
  const problem =
    state.problem ??
    (bad
      ? {
          sentence: say("servers-page-state-of", { server: server.label, state: state.words }),
          remedy: null,
        }
      : null);
  const failed = start.error ?? turn.error ?? again.error;
  // The one line of it may be what the note or the diagnosis quotes.
  const [tail, ...more] = state.stderr_tail;
  const quoted =
    more.length === 0 && [state.problem?.said, found?.said].some((it) => it?.text === tail?.text);
  return (
    <section className={css.state} aria-label={say("servers-page-state")} aria-live="polite">
      {problem === null ? (
        <p className={css.stateLine}>
          <span>
            {state.phase === "ready" ? (
              <Say
                id="servers-page-state-since"
                args={{ state: sentence(state.words), time: <When at={state.since} /> }}
                tags={{ note: (it) => <span className="dim">{it}</span> }}
              />
            ) : (
              <>
                {sentence(state.words)} {state.phase === "starting" ? <Elapsed since={state.since} /> : null}
              </>
            )}
          </span>
          {action}
        </p>
      ) : (
        <ProblemNote
          // The remedy of the diagnosis is the more exact one.
          problem={found === null ? problem : { ...problem, remedy: null }}
          server={server.label}
          tone={state.phase === "needs_review" || state.phase === "needs_sign_in" ? "wait" : "bad"}
          action={action}
        />
      )}
      {state.phase === "starting" ? (
        <p className="dim">
          {mayDownload ? <>{say("servers-page-may-download")} </> : null}
          <a className="link" href={to("servers", server.id, "logs")}>
            {say("servers-page-doctor-log")}
          </a>
        </p>
      ) : null}
      <Exit state={state} said={problem !== null} />
      {found !== null ? <Doctor found={found} server={server} again={startAgain("xs")} /> : null}
      {failed !== null ? <ProblemNote problem={failed} server={server.label} live /> : null}
      {server.changed_tools > 0 ? (
        <p>
          <Tag tone="wait">{say("servers-changed", { count: server.changed_tools })}</Tag>{" "}
          <a className="link" href={to("servers", server.id, "tools")}>
            {say("servers-page-changed-show")}
          </a>
        </p>
      ) : null}
      {state.stderr_tail.length > 0 && !quoted ? (
        <UntrustedBlock from={say("servers-page-stderr", { count: state.stderr_tail.length })}>
          <div className={css.tail}>
            {state.stderr_tail.map((line, index) => (
              <div key={index}>
                <ForeignText value={line} mono />
              </div>
            ))}
          </div>
        </UntrustedBlock>
      ) : null}
    </section>
  );
}

/** How it ended, where no problem says so already, and when it is tried again. */
function Exit({ state, said }: { state: ServerState; said: boolean }) {
  const code = said ? null : state.exit_code;
  const signal = said ? null : state.exit_signal;
  if (code === null && signal === null && state.retry_at === null) return null;
  return (
    <p className="dim">
      {code !== null ? say("servers-page-exit-code", { code: String(code) }) : null}{" "}
      {signal !== null ? say("servers-page-exit-signal", { signal: String(signal) }) : null}{" "}
      {state.retry_at !== null ? (
        <Say id="servers-page-retry" args={{ time: <When at={state.retry_at} /> }} />
      ) : null}
    </p>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
