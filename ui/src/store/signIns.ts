import { useQueries } from "@tanstack/react-query";
import type { MoreWanted, ServerAccount, ServerSummary } from "../bindings/host";
import { keyOf } from "./forget";
import { useHost, useStore } from "./hooks";

/** A server that goes on only when a person signs in, or signs in to more. */
export interface SignInWaiting {
  server: ServerSummary;
  /** What it wants beyond what was granted; `null` when it wants a sign-in at all. */
  more: MoreWanted | null;
}

/** Sign-ins that wait for the person, beside the requests that wait at the gate. */
export function useSignIns(): SignInWaiting[] {
  const { platform } = useStore();
  const servers = useHost((host) => host.servers);
  const remote = servers.filter((it) => it.whereabouts !== "local" && it.enabled);
  const accounts = useQueries({
    queries: remote.map((server) => {
      const args = { server: server.id };
      return { queryKey: keyOf("account", args), queryFn: () => platform.call("account", args) };
    }),
  });
  return remote.flatMap((server, at): SignInWaiting[] => {
    if (server.state.phase === "needs_sign_in") {
      return [{ server, more: null }];
    }
    const more = (accounts[at]?.data as ServerAccount | undefined)?.more ?? null;
    return more === null || more.settled ? [] : [{ server, more }];
  });
}
