/** After a yes at the gate the new server is what the person wants to see. */
import { createContext, useContext, useEffect, useState } from "react";
import { go } from "../../route";
import { useHost } from "../../store";

/** Says which request proposed a server, and under which label. */
type Await = (request: string, label: string) => void;

export const Awaited = createContext<Await>(() => {});

export function useAwaitArrival(): Await {
  return useContext(Awaited);
}

interface Arrival {
  request: string;
  label: string;
  /** The servers that were there before. */
  known: ReadonlySet<string>;
  /** Of the host when it was proposed. */
  attached: number;
}

/**
 * As soon as a server of the awaited label is there that was not before, its page opens; after a no nothing is awaited any more, nor
 * where events were missed that may have told of one.
 * It lives in the room, not in the form: the form may be gone by then.
 */
export function useArrival(): Await {
  const servers = useHost((host) => host.servers);
  const waiting = useHost((host) => host.waiting);
  const done = useHost((host) => host.done);
  const attached = useHost((host) => host.attached);
  const [awaited, setAwaited] = useState<Arrival | null>(null);
  const arrived =
    awaited === null
      ? undefined
      : servers.find((it) => it.label === awaited.label && !awaited.known.has(it.id))?.id;
  useEffect(() => {
    if (arrived === undefined) return;
    setAwaited(null);
    go("servers", arrived);
  }, [arrived]);
  useEffect(() => {
    if (awaited === null || arrived !== undefined) return;
    if (awaited.attached !== attached) {
      setAwaited(null);
      return;
    }
    if (!done.includes(awaited.request)) return;
    // A package that was fetched is reviewed in a request of its own.
    const next = waiting.find((it) => it.adds && it.server.label === awaited.label && !done.includes(it.id));
    setAwaited(next === undefined ? null : { ...awaited, request: next.id });
  }, [awaited, arrived, done, waiting, attached]);
  return (request, label) =>
    setAwaited({ request, label, known: new Set(servers.map((it) => it.id)), attached });
}
