import { useState } from "react";
import type { Answer, Problem, Request } from "../bindings/host";
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
  const session = useSession();
  const [problem, setProblem] = useState<Problem | null>(null);
  const may = guard.ready && !send.pending;
  const answer = (answer: Answer) => {
    if (!may) {
      guard.tried();
      return;
    }
    setProblem(null);
    const { id, nonce, digest } = request;
    send.run(
      { reply: { request: id, nonce, digest, answer } },
      {
        onError: (failure) => {
          if (failure.code === "consent.too_soon") {
            guard.refused();
          } else if (failure.code === "consent.stale") {
            session.drop(request);
          } else {
            setProblem(failure);
          }
        },
      },
    );
  };
  return { may, answer, problem };
}
