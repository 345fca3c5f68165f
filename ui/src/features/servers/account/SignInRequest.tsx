/** A sign-in from the wish for one until its question was answered at the gate (AUT-03). */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { Problem, ServerSummary, WaitingRequest } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { ACCOUNT, goInstead } from "../../../route";
import { useHost, useHostCommand, useShowRequest } from "../../../store";
import css from "./account.module.css";

export interface SignInRequestState {
  pending: boolean;
  problem: Problem | null;
  /** The question, while it waits. */
  request: WaitingRequest | null;
  again: () => void;
}

/** Asks once when a link led here to sign in. */
export function useSignInRequest(
  server: ServerSummary,
  wanted: boolean,
  applies: boolean | null,
): SignInRequestState {
  const sign = useHostCommand("sign_in");
  const waiting = useHost((host) => host.waiting);
  const again = () => sign.mutate({ server: server.id });
  const begun = useRef(false);
  useEffect(() => {
    if (!wanted) {
      begun.current = false;
      return;
    }
    if (begun.current || applies === null) return;
    begun.current = true;
    // It is asked for once: going back in the history asks for nothing.
    goInstead("servers", server.id, ACCOUNT);
    // With a token of the person's own there is no sign-in; the tab says so.
    if (applies) {
      again();
    }
  });
  const gone = sign.error?.code === "call.cancelled";
  return {
    pending: sign.isPending,
    problem: gone ? null : sign.error,
    request: waiting.find((it) => it.kind === "sign_in" && it.server.id === server.id) ?? null,
    again,
  };
}

export function SignInRequest({ server, asking }: { server: ServerSummary; asking: SignInRequestState }) {
  const cancel = useHostCommand("cancel_sign_in");
  const showRequest = useShowRequest();
  const { pending, problem, request } = asking;
  return (
    <>
      <div role="status" className={css.status}>
        {pending ? say("servers-account-checking", { server: server.label }) : null}
        {request !== null ? say("servers-account-waiting") : null}
      </div>
      {pending ? (
        <div className={`row ${css.buttons}`}>
          <Button size="xs" onClick={() => cancel.mutate({ server: server.id })}>
            {say("servers-account-cancel")}
          </Button>
        </div>
      ) : null}
      {request !== null ? (
        <div className={`row ${css.buttons}`}>
          <Button
            size="xs"
            onClick={() => showRequest(request.id)}
            aria-label={say("servers-show-request-name", { question: request.question })}
          >
            {say("servers-show-request")}
          </Button>
        </div>
      ) : null}
      {problem !== null && !pending && request === null ? (
        <ProblemNote
          problem={problem}
          server={server.label}
          live
          action={<Button onClick={asking.again}>{say("elements-try-again")}</Button>}
        />
      ) : null}
      {cancel.error !== null ? <ProblemNote problem={cancel.error} server={server.label} live /> : null}
    </>
  );
}
