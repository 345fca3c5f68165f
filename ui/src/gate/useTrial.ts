import type { Request } from "../bindings/host";
import { say } from "../l10n";
import { count } from "../words";
import { useReply } from "./session";

/** What the limits would have meant for the calls of before, before anybody relies on them; `null` without limits. */
export function useTrial(request: Request, only: number[]): string | null {
  const trial = useReply("try_limits", { request: request.id, only }, only.length > 0);
  if (only.length === 0) return null;
  if (trial.problem) return say("gate-trial-failed");
  return trial.data ? sentence(trial.data.calls.length, trial.data.covered) : say("gate-trial-running");
}

/** In words. The call that waits is among those that were asked for. */
export function sentence(calls: number, covered: number): string {
  if (calls <= 1) return say("gate-trial-none");
  return say("gate-trial", { earlier: calls - 1, covered: count(covered) });
}
