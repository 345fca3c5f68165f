import { useState } from "react";
import type { Answer, Problem, Request } from "../bindings/host";
import { REVIEWED } from "./Described";
import { useCommand, useSession } from "./session";
import type { Guard } from "./useGuard";

export interface Answering {
  /** Whether an answer would be accepted now. */
  may: boolean;
  /** Sends the answer, if one would be accepted now. */
  answer: (answer: Answer) => void;
  problem: Problem | null;
}

/** Sends an answer with exactly what was shown: id, nonce and digest of the request in front of the person. */
export function useAnswer(request: Request, guard: Guard): Answering {
  const send = useCommand("answer");
  const { drafts } = useSession();
  const [problem, setProblem] = useState<Problem | null>(null);
  // What the host no longer takes stays to be read, until the host says what is in front now (S-39).
  const may = guard.ready && !send.pending && problem?.code !== "consent.stale";
  const answer = (answer: Answer) => {
    if (!may) {
      guard.tried();
      return;
    }
    setProblem(null);
    const { id, nonce, digest } = request;
    const reviewed = drafts.of(request).get(REVIEWED) === true ? { reviewed: true } : {};
    send.run(
      { reply: { request: id, nonce, digest, answer, ...reviewed } },
      {
        onError: (failure) => {
          if (failure.code === "consent.too_soon") {
            guard.refused();
          } else {
            setProblem(failure);
          }
        },
      },
    );
  };
  return { may, answer, problem };
}
