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
  /**
   * An answer is tried: too early, as long as none would be accepted. With milliseconds, it came too soon after something
   * else, which is said for that long.
   */
  tried: (ms?: number) => void;
  /** The host found it too early. */
  refused: () => void;
}

/** What is in front: one request, several that are shown together, or none that could be answered. */
type Guarded = readonly Pick<Request, "id" | "nonce" | "digest">[];

/**
 * Tells the host that the request is in front of the person when it appears or changes, and when the window
 * regains the focus or another size (S-33).
 */
export function useGuard(requests: Guarded): Guard {
  const { platform } = useSession();
  const [ready, setReady] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [turn, setTurn] = useState(0);
  const [early, setEarly] = useState(false);
  const [moment, setMoment] = useState<{ ms: number } | null>(null);
  const shown = JSON.stringify([requests.map(({ id, nonce, digest }) => [id, nonce, digest]), turn]);
  const latest = useRef(requests);
  latest.current = requests;
  const resized = useRef(false);

  useEffect(() => {
    let live = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setProblem(null);
    if (latest.current.length === 0) return;
    const attend = () =>
      Promise.all(
        latest.current.map(({ id, nonce }) => platform.call("attend", { request: id, nonce })),
      ).then(
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
  }, [platform, shown]);

  useEffect(() => {
    if (moment) {
      const timer = setTimeout(() => setMoment(null), moment.ms);
      return () => clearTimeout(timer);
    }
  }, [moment]);

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
    early: (early && !isReady && problem === null) || moment !== null,
    tried: (ms) => {
      if (!isReady) {
        setEarly(true);
      } else if (ms !== undefined) {
        setMoment({ ms });
      }
    },
    refused: () => {
      setEarly(true);
      again();
    },
  };
}
