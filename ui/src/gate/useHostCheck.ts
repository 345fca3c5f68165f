import { useEffect, useRef, useState } from "react";
import type { ArgumentIssue, Problem } from "../bindings/host";
import { asProblem } from "../platform/problem";

/** After the last change, before the host is asked whether it fits. */
const PAUSE = 250;

export interface HostCheck {
  /** What the host said last. */
  issues: ArgumentIssue[];
  problem: Problem | null;
  /** Asks now; whether it would be taken. */
  now: () => Promise<boolean>;
}

/** Lets the host check what is typed, after each pause. Only the last word of the host counts. */
export function useHostCheck(text: string, ask: () => Promise<ArgumentIssue[]>): HostCheck {
  const [issues, setIssues] = useState<ArgumentIssue[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const turn = useRef(0);
  const live = useRef(true);

  const check = async (): Promise<boolean> => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const found = await ask();
      if (live.current && mine === turn.current) {
        setIssues(found);
        setProblem(null);
      }
      return found.length === 0;
    } catch (thrown) {
      if (live.current && mine === turn.current) {
        setProblem(asProblem(thrown));
      }
      return false;
    }
  };
  const latest = useRef(check);
  latest.current = check;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is the text
  useEffect(() => {
    const timer = setTimeout(() => void latest.current(), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  // What is gone hears nothing more.
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
    };
  }, []);

  return { issues, problem, now: check };
}
