import { useMemo } from "react";
import type { ArgumentIssue, Filled, Problem, Request } from "../../bindings/host";
import { useSession } from "../session";
import { useHostCheck } from "../useHostCheck";

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
  const { id, nonce } = request;
  const check = useHostCheck(JSON.stringify(content), () =>
    platform.call("check_form", { request: id, nonce, content }),
  );
  const issues = useMemo(() => byField(check.issues), [check.issues]);
  return { ...check, issues };
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
