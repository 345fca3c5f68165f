/** A sign-in under way, how the last one failed, and a quiet word when it is done. */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ServerAccount, ServerSummary, SignInState } from "../../../bindings/host";
import { ProblemNote, RawText } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { Say, say } from "../../../l10n";
import { toSignIn } from "../../../route";
import { useHostCommand } from "../../../store";
import { escapedText } from "../../../words";
import css from "./account.module.css";
import { useNow } from "./useNow";
import { left } from "./words";

interface Props {
  server: ServerSummary;
  account: ServerAccount;
  /** It is asked for again: how the last one failed is over. */
  again: boolean;
}

export function SignInProgress({ server, account, again }: Props) {
  const { state } = account;
  const done = useDone(account);
  const cancel = useHostCommand("cancel_sign_in");
  return (
    <>
      <div role="status" className={css.status}>
        {state.phase === "finding_out" ? say("servers-account-checking", { server: server.label }) : null}
        {state.phase === "browser" && state.not_opened === null ? <AtPage address={state.address} /> : null}
        {state.phase === "finishing" ? say("servers-account-finishing") : null}
        {done ? say("servers-account-done", { server: server.label }) : null}
      </div>
      {state.phase === "browser" ? <InBrowser state={state} label={server.label} /> : null}
      {state.phase === "failed" && !again ? (
        <ProblemNote
          problem={state.problem}
          server={server.label}
          live
          action={
            <Button component="a" href={toSignIn(server.id)}>
              {say("elements-sign-in")}
            </Button>
          }
        />
      ) : null}
      {state.phase !== "idle" && state.phase !== "failed" ? (
        <div className={`row ${css.buttons}`}>
          <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate({ server: server.id })}>
            {say("servers-account-cancel")}
          </Button>
          {state.phase === "browser" ? <Left until={state.until} /> : null}
        </div>
      ) : null}
      {cancel.error !== null ? <ProblemNote problem={cancel.error} server={server.label} live /> : null}
    </>
  );
}

/** The address for another browser. It leads nowhere from here: only the host opens a page (AUT-39). */
function InBrowser({ state, label }: { state: Extract<SignInState, { phase: "browser" }>; label: string }) {
  const address = (
    <p className={css.address}>
      <RawText text={state.address} mono /> <Copy text={state.address} label={say("elements-copy-url")} />
    </p>
  );
  if (state.not_opened !== null)
    return (
      <>
        <ProblemNote problem={state.not_opened} server={label} tone="wait" live />
        {address}
      </>
    );
  return (
    <Folded summary={say("servers-account-browser-missing")}>
      <p className="dim">{say("servers-account-browser-url")}</p>
      {address}
    </Folded>
  );
}

function Folded({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={css.folded}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

function Left({ until }: { until: number }) {
  const now = useNow();
  return (
    <span className="small dim" role="timer">
      {say("servers-account-expires-in", { time: left(until, now) })}
    </span>
  );
}

function AtPage({ address }: { address: string }) {
  const host = hostOf(address);
  return host === null ? (
    say("servers-account-browser-unknown")
  ) : (
    <Say id="servers-account-browser" args={{ host: <strong>{host}</strong> }} />
  );
}

function hostOf(address: string): string | null {
  try {
    return escapedText(new URL(address).host);
  } catch {
    return null;
  }
}

/** Whether one that was under way here has just ended well: the sign-in is another one than before it. */
function useDone({ state, account }: ServerAccount): boolean {
  const holds = account !== null && account.ended === null;
  const at = account?.signed_in_at ?? null;
  const before = useRef({ underWay: false, at });
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (state.phase !== "idle") {
      before.current.underWay = state.phase !== "failed";
      setDone(false);
      return;
    }
    const { underWay, at: was } = before.current;
    before.current = { underWay: false, at };
    if (underWay) setDone(at !== was);
  }, [state.phase, at]);
  return done && holds;
}
