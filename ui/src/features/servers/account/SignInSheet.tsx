/**
 * What a person reads before a browser opens (AUT-03): who wants what, at which authorization server, how Portcullis is
 * known there, and what happens next. It lies over the room, and only a click leads to it.
 */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Problem, ServerSummary, SignInReview } from "../../../bindings/host";
import { DecisionDialog, Overlay, ProblemNote } from "../../../elements";
import { asProblem } from "../../../platform";
import { ACCOUNT, go } from "../../../route";
import { useHostCommand, useHostQuery, useStore } from "../../../store";
import { whereWord } from "../../../words";
import { HOME } from "./places";
import { Reviewed } from "./Reviewed";
import { question } from "./words";

/** Milliseconds after the review in which the host takes no answer. This one is only shown. */
const GUARD_MS = 500;

export function SignInSheet({ server }: { server: ServerSummary }) {
  const find = useReview(server.id);
  const sign = useHostCommand("sign_in");
  const cancel = useHostCommand("cancel_sign_in");
  const account = useHostQuery("account", { server: server.id });
  const [chosen, setChosen] = useState<string | null>(null);
  const { review } = find;
  const ready = useGuard(review);
  const phase = account.data?.state.phase;

  function look() {
    sign.reset();
    setChosen(null);
    find.look();
  }
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || (account.data === undefined && account.error === null)) return;
    begun.current = true;
    // Past a token of the person's own nobody signs in; the tab says so.
    if (account.data?.applies === false) back(server.id);
    else look();
  });
  // The tab is out of reach until the sheet is gone.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(HOME)?.focus();
    },
    [],
  );

  function leave() {
    if (find.pending) cancel.mutate({ server: server.id });
    back(server.id);
  }
  // From here on the tab says how it goes.
  const opened = sign.isSuccess || (sign.isPending && (phase === "browser" || phase === "finishing"));
  useEffect(() => {
    if (opened) back(server.id);
  }, [opened, server.id]);

  const usable = review?.issuers.filter((it) => it.problem === null) ?? [];
  const only = usable.length === 1 ? usable[0] : usable.find((it) => it.before);
  const choice = usable.find((it) => it.issuer === chosen) ?? only ?? null;
  const mayOpen =
    review !== null && ready && choice !== null && choice.registration !== null && !sign.isPending;
  return (
    <Overlay>
      <DecisionDialog
        layer="sheet"
        ready={!find.pending}
        question={review === null ? `Sign in to “${server.label}”?` : question(review)}
        under={
          <>
            {whereWord[server.whereabouts]} <code>{server.origin}</code> · asked by you · no browser was
            opened
          </>
        }
        label="Review"
        actions={{
          no: [{ label: "Cancel", active: true, run: leave, shortcut: "cancel" }],
          yes: [
            {
              label: review?.unattended ? "Sign in" : "Open browser",
              active: mayOpen,
              pending: sign.isPending,
              run: () =>
                mayOpen && sign.mutate({ server: server.id, nonce: review.nonce, issuer: choice.issuer }),
            },
          ],
        }}
        hold={review === null ? null : hold(review, choice)}
      >
        {find.pending ? (
          <p role="status" className="dim">
            Asking “{server.label}” what a sign-in takes …
          </p>
        ) : null}
        {find.problem !== null ? (
          <ProblemNote
            problem={find.problem}
            server={server.label}
            live
            action={<Button onClick={look}>Look again</Button>}
          />
        ) : null}
        {review !== null ? (
          <Reviewed
            review={review}
            server={server}
            client={account.data?.own_client ?? null}
            choice={choice}
            onChoose={setChosen}
            onClient={look}
          />
        ) : null}
        {sign.error !== null ? (
          <ProblemNote
            problem={sign.error}
            server={server.label}
            live
            {...(sign.error.code === "consent.too_soon"
              ? {}
              : { action: <Button onClick={look}>Look again</Button> })}
          />
        ) : null}
      </DecisionDialog>
    </Overlay>
  );
}

/** Why there is nothing to open yet. */
function hold(review: SignInReview, choice: SignInReview["issuers"][number] | null): string | null {
  if (review.issuers.every((it) => it.problem !== null)) return "There is no way to sign in.";
  if (choice === null) return "Choose where to sign in.";
  return choice.registration === null ? "Save a client ID first." : null;
}

function back(server: string): void {
  go("servers", server, ACCOUNT);
}

interface Found {
  review: SignInReview | null;
  problem: Problem | null;
  pending: boolean;
}

/** The newest review. It is one-use, so it is kept nowhere but here. */
function useReview(server: string): Found & { look: () => void } {
  const { platform } = useStore();
  const [found, setFound] = useState<Found>({ review: null, problem: null, pending: false });
  const turn = useRef(0);
  return {
    ...found,
    look: () => {
      turn.current += 1;
      const mine = turn.current;
      const set = (now: Partial<Found>) =>
        mine === turn.current && setFound({ review: null, problem: null, pending: false, ...now });
      set({ pending: true });
      platform.call("sign_in_review", { server }).then(
        (review) => set({ review }),
        (thrown: unknown) => set({ problem: asProblem(thrown) }),
      );
    },
  };
}

/** Whether the host would take an answer to this review by now. */
function useGuard(review: SignInReview | null): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  const nonce = review?.nonce ?? null;
  useEffect(() => {
    if (nonce === null) return;
    const timer = setTimeout(() => setPassed(nonce), GUARD_MS);
    return () => clearTimeout(timer);
  }, [nonce]);
  return nonce !== null && passed === nonce;
}
