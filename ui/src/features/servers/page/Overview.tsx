/** What a server is, how it is reached and how it is doing. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { ServerState, ServerSummary } from "../../../bindings/host";
import { ForeignText, ProblemNote, Tag, UntrustedBlock, When } from "../../../elements";
import { to, toSignIn } from "../../../route";
import { useHostCommand, useHostQuery, useShowRequest } from "../../../store";
import { count, many } from "../../../words";
import { Facts } from "./Facts";
import css from "./page.module.css";

export function Overview({ server }: { server: ServerSummary }) {
  const detail = useHostQuery("server", { id: server.id });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <div className={css.scroll} tabIndex={0} role="group" aria-label="Overview">
      <div className={css.reading}>
        <State server={server} />
        {detail.error !== null ? <ProblemNote problem={detail.error} server={server.label} /> : null}
        {detail.data !== undefined && detail.data.remarked_tools > 0 ? (
          <Remarked server={server} tools={detail.data.remarked_tools} />
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
      <Tag tone="wait">
        {count(tools)} of {many(server.tools, "tool")} {tools === 1 ? "carries" : "carry"} remarks
      </Tag>{" "}
      Review {tools === 1 ? "it" : "them"} before you use {tools === 1 ? "it" : "them"}.{" "}
      <a className="link" href={to("servers", server.id, "tools")}>
        See the remarks
      </a>
    </p>
  );
}

function State({ server }: { server: ServerSummary }) {
  const { state } = server;
  const start = useHostCommand("propose_start");
  const turn = useHostCommand("set_enabled");
  const again = useHostCommand("restart_server");
  const showRequest = useShowRequest();
  const bad = state.phase === "failing" || state.phase === "stopped" || state.phase === "needs_review";
  const unlisted = state.phase === "ready" && state.problem !== null;
  const action =
    state.phase === "needs_review" ? (
      <Button
        loading={start.isPending}
        onClick={() => start.mutate({ id: server.id }, { onSuccess: (request) => showRequest(request.id) })}
      >
        Review and start
      </Button>
    ) : !server.enabled ? (
      <Button loading={turn.isPending} onClick={() => turn.mutate({ id: server.id, enabled: true })}>
        Turn on
      </Button>
    ) : state.phase === "needs_sign_in" ? (
      <Button component="a" href={toSignIn(server.id)}>
        Sign in…
      </Button>
    ) : bad || unlisted ? (
      <Button loading={again.isPending} onClick={() => again.mutate({ id: server.id })}>
        Start again
      </Button>
    ) : null;
  const problem =
    state.problem ?? (bad ? { sentence: `“${server.label}”: ${state.words}.`, remedy: null } : null);
  const failed = start.error ?? turn.error ?? again.error;
  return (
    <section className={css.state} aria-label="State" aria-live="polite">
      {problem === null ? (
        <p className={css.stateLine}>
          <span>
            {sentence(state.words)}
            {state.phase === "ready" ? (
              <span className="dim">
                {" "}
                since <When at={state.since} />
              </span>
            ) : null}
          </span>
          {action}
        </p>
      ) : (
        <ProblemNote
          problem={problem}
          server={server.label}
          tone={state.phase === "needs_review" || state.phase === "needs_sign_in" ? "wait" : "bad"}
          action={action}
        />
      )}
      <Exit state={state} said={problem !== null} />
      {failed !== null ? <ProblemNote problem={failed} server={server.label} live /> : null}
      {server.changed_tools > 0 ? (
        <p>
          <Tag tone="wait">{many(server.changed_tools, "tool")} changed</Tag>{" "}
          <a className="link" href={to("servers", server.id, "tools")}>
            See what changed
          </a>
        </p>
      ) : null}
      {state.stderr_tail.length > 0 ? (
        <UntrustedBlock from={`Last ${many(state.stderr_tail.length, "line")} it wrote to standard error`}>
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
  const parts: ReactNode[] = [];
  if (!said && state.exit_code !== null) parts.push(`It ended by itself with code ${state.exit_code}.`);
  if (!said && state.exit_signal !== null) parts.push(`It was ended by signal ${state.exit_signal}.`);
  if (parts.length === 0 && state.retry_at === null) return null;
  return (
    <p className="dim">
      {parts.join(" ")}
      {state.retry_at !== null ? (
        <>
          {" "}
          The next attempt is at <When at={state.retry_at} />.
        </>
      ) : null}
    </p>
  );
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
