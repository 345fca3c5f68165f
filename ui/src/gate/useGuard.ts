import { useEffect, useRef, useState } from "react";
import type { Problem, Request } from "../bindings/host";
import { asProblem } from "../platform/problem";
import { useSession } from "./session";

/** Milliseconds in which nothing can be answered. The host measures the same time itself; this one is only shown. */
export const GUARD_MS = 500;

/** Milliseconds without another size before the host is told: dragging the edge of a window sends an event for each step. */
export const RESIZED_MS = 150;

export interface Guard {
  /** Whether an answer would be accepted. */
  ready: boolean;
  /** The host does not take the request as being in front of anybody. */
  problem: Problem | null;
  /** Says again that the request is in front of the person, and waits again. */
  again: () => void;
  /** An answer was tried before one would be accepted. It is said until one would be; the answer is not kept. */
  early: boolean;
  /** An answer is tried: too early, as long as none would be accepted. */
  tried: () => void;
  /** The host found it too early. */
  refused: () => void;
}

/**
 * Tells the host that the request is in front of the person when it appears or changes, and when the window
 * regains the focus or another size (S-33).
 */
export function useGuard(request: Pick<Request, "id" | "nonce" | "digest">): Guard {
  const { platform } = useSession();
  const { id, nonce, digest } = request;
  const [ready, setReady] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  const [early, setEarly] = useState(false);
  const shown = `${id} ${nonce} ${digest} ${turn}`;
  const resized = useRef(false);

  useEffect(() => {
    let live = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setProblem(null);
    const attend = () =>
      platform.call("attend", { request: id, nonce }).then(
        () => {
          if (live) {
            timer = setTimeout(() => {
              setReady(shown);
              setEarly(false);
            }, GUARD_MS);
          }
        },
        (thrown: unknown) => {
          if (live) {
            setProblem(asProblem(thrown));
          }
        },
      );
    if (resized.current) {
      timer = setTimeout(() => void attend(), RESIZED_MS);
    } else {
      void attend();
    }
    resized.current = false;
    return () => {
      live = false;
      clearTimeout(timer);
    };
  }, [platform, id, nonce, shown]);

  useEffect(() => {
    const again = () => setTurn((before) => before + 1);
    const resize = () => {
      resized.current = true;
      again();
    };
    window.addEventListener("focus", again);
    window.addEventListener("resize", resize);
    return () => {
      window.removeEventListener("focus", again);
      window.removeEventListener("resize", resize);
    };
  }, []);

  const again = () => setTurn((before) => before + 1);
  const isReady = ready === shown;
  return {
    ready: isReady,
    problem,
    again,
    early: early && !isReady && problem === null,
    tried: () => {
      if (!isReady) {
        setEarly(true);
      }
    },
    refused: () => {
      setEarly(true);
      again();
    },
  };
}
