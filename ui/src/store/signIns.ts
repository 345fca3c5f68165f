import type { InsufficientScope, ServerSummary } from "../bindings/host";
import { useHost, useHostQueries } from "./hooks";

/** A server that goes on only when a person signs in, or signs in to more. */
export interface SignInWaiting {
  server: ServerSummary;
  /** What it wants beyond what was granted; `null` when it wants a sign-in at all. */
  more: InsufficientScope | null;
}

/** Sign-ins that wait for the person, beside the requests that wait at the gate: one that is asked there is not here. */
export function useSignIns(): SignInWaiting[] {
  const servers = useHost((host) => host.servers);
  const waiting = useHost((host) => host.waiting);
  const asked = (id: string) => waiting.some((it) => it.kind === "sign_in" && it.server.id === id);
  const remote = servers.filter((it) => it.whereabouts !== "local" && it.enabled && !asked(it.id));
  const accounts = useHostQueries(
    "account",
    remote.map((server) => ({ server: server.id })),
  );
  return remote.flatMap((server, at): SignInWaiting[] => {
    if (server.state.phase === "needs_sign_in") return [{ server, more: null }];
    const more = accounts[at]?.data?.more ?? null;
    return more === null || more.settled ? [] : [{ server, more }];
  });
}
