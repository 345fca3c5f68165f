import { useEffect, useRef, useState } from "react";
import type { ArgumentIssue, Filled, Problem, Request } from "../../bindings/host";
import { asProblem } from "../../platform/problem";
import { useSession } from "../session";

/** After the last change, before the host is asked whether the form fits. */
const PAUSE = 250;

export interface Check {
  /** What the host said about what is filled in, by raw name of the field. */
  issues: ReadonlyMap<string, string>;
  problem: Problem | null;
  /** Asks now; whether it could be sent. */
  now: () => Promise<boolean>;
}

/**
 * Lets the host check what is filled in (ELI-15). Only the last word of the host is kept (ELI-17).
 */
export function useCheck(request: Request, content: Filled): Check {
  const { platform } = useSession();
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const turn = useRef(0);
  const live = useRef(true);
  const { id, nonce } = request;
  const text = JSON.stringify(content);

  const check = async (): Promise<boolean> => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const found = await platform.call("check_form", { request: id, nonce, content });
      if (live.current && mine === turn.current) {
        setIssues(byField(found));
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
  // A form that is gone hears nothing more.
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
    };
  }, []);

  return { issues, problem, now: check };
}

/** The first step of each pointer is the field; what is said about the whole stands under the empty name. */
function byField(issues: ArgumentIssue[]): Map<string, string> {
  const by = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = (path.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
    const before = by.get(name);
    by.set(name, before === undefined ? message : `${before} ${message}`);
  }
  return by;
}
