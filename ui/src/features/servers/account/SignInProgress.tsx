/** A sign-in under way, how the last one failed, and a quiet word when it is done. */
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ServerAccount, ServerSummary, SignInState } from "../../../bindings/host";
import { ProblemNote, RawText } from "../../../elements";
import { Copy } from "../../../elements/Copy";
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
        {state.phase === "finding_out" ? `Asking what a sign-in to “${server.label}” takes …` : null}
        {state.phase === "browser" && state.not_opened === null ? (
          <>
            Your browser shows <strong>{hostOf(state.address)}</strong>. Sign in there; Portcullis goes on by
            itself.
          </>
        ) : null}
        {state.phase === "finishing" ? "You signed in there. Portcullis fetches what it was granted …" : null}
        {done ? `You are signed in to “${server.label}”.` : null}
      </div>
      {state.phase === "browser" ? <InBrowser state={state} label={server.label} /> : null}
      {state.phase === "failed" && !again ? (
        <ProblemNote
          problem={state.problem}
          server={server.label}
          live
          action={
            <Button component="a" href={toSignIn(server.id)}>
              Sign in…
            </Button>
          }
        />
      ) : null}
      {state.phase !== "idle" && state.phase !== "failed" ? (
        <div className={css.buttons}>
          <Button
            size="xs"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ server: server.id })}
            aria-label="Cancel the sign-in"
          >
            Cancel
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
      <RawText text={state.address} mono /> <Copy text={state.address} label="Copy address" />
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
    <Folded summary="No page opened?">
      <p className="dim">Open this address in a browser on this computer. It is for this sign-in alone.</p>
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
      given up in {left(until, now)}
    </span>
  );
}

function hostOf(address: string): string {
  try {
    return escapedText(new URL(address).host);
  } catch {
    return "a page";
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
