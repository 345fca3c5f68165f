import type { CallState, CallView } from "../bindings/host";
import { useHost } from "../store";

export function ended(state: CallState): boolean {
  return state !== "waiting" && state !== "running";
}

/** A call as it is now, from how it was when it was fetched. An event that is older than that does not make it run again. */
export function useCall(initial: CallView): CallView {
  const heard = useHost((host) => host.calls.get(initial.id));
  return heard !== undefined && (ended(heard.state) || !ended(initial.state)) ? heard : initial;
}
