import type { Request } from "../bindings/host";
import { useReply } from "./session";

/** What the limits would have meant for the calls of before, before anybody relies on them; `null` without limits. */
export function useTrial(request: Request, only: number[]): string | null {
  const trial = useReply("try_limits", { request: request.id, only }, only.length > 0);
  if (only.length === 0) {
    return null;
  }
  if (trial.problem) {
    return "It could not be tried on earlier calls.";
  }
  return trial.data ? sentence(trial.data.calls.length, trial.data.covered) : "Trying it on earlier calls …";
}

/** In words. The call that waits is among those that were asked for. */
export function sentence(calls: number, covered: number): string {
  if (calls <= 1) {
    return "There are no earlier calls of this tool to try it on.";
  }
  const earlier = calls === 2 ? "the earlier call" : `the ${calls - 1} earlier calls`;
  return `Of this and ${earlier}, ${covered} would have run without asking.`;
}
