import { useState } from "react";
import type { Answer, Problem, Request } from "../../bindings/host";
import { useCommand, useRequestQueue } from "./session";
import type { Guard } from "./useGuard";

export interface Answering {
  /** Whether an answer would be accepted now. */
  may: boolean;
  /** Sends the answer, if one would be accepted now. */
  answer: (answer: Answer) => void;
  problem: Problem | null;
  /** The host said that it was too soon. */
  tooSoon: boolean;
}

/** Sends an answer with exactly what was shown: id, nonce and digest of the request in front of the person. */
export function useAnswer(request: Request, guard: Guard): Answering {
  const send = useCommand("answer");
  const queue = useRequestQueue();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [tooSoon, setTooSoon] = useState(false);
  const may = guard.ready && !send.pending;
  const answer = (answer: Answer) => {
    if (!may) {
      return;
    }
    setProblem(null);
    setTooSoon(false);
    const { id, nonce, digest } = request;
    send.run(
      { reply: { request: id, nonce, digest, answer } },
      {
        onError: (failure) => {
          if (failure.code === "consent.too_soon") {
            setTooSoon(true);
            guard.again();
          } else if (failure.code === "consent.stale") {
            queue.drop(request);
          } else {
            setProblem(failure);
          }
        },
      },
    );
  };
  return { may, answer, problem, tooSoon };
}
