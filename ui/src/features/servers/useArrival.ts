/** After a yes at the gate the new server is what the person wants to see. */
import { createContext, useContext, useEffect, useState } from "react";
import { go } from "../../route";
import { useHost } from "../../store";

/** Says which label was proposed. */
export const Awaited = createContext<(label: string) => void>(() => {});

export function useAwaitArrival(): (label: string) => void {
  return useContext(Awaited);
}

/**
 * As soon as a server of the awaited label is there that was not before, its page opens. It lives in the room, not in
 * the form: the form may be gone by then.
 */
export function useArrival(): (label: string) => void {
  const servers = useHost((host) => host.servers);
  const [awaited, setAwaited] = useState<{ label: string; known: ReadonlySet<string> } | null>(null);
  const arrived =
    awaited === null
      ? undefined
      : servers.find((it) => it.label === awaited.label && !awaited.known.has(it.id))?.id;
  useEffect(() => {
    if (arrived === undefined) return;
    setAwaited(null);
    go("servers", arrived);
  }, [arrived]);
  return (label) => setAwaited({ label, known: new Set(servers.map((it) => it.id)) });
}
