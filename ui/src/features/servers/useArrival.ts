/** After a yes at the gate the new server is what the person wants to see. */
import { useEffect, useState } from "react";
import { go } from "../../route";
import { useHost } from "../../store";

/** Says which label was proposed; as soon as a server of that label is there that was not before, its page opens. */
export function useArrival(): (label: string) => void {
  const servers = useHost((host) => host.servers);
  const [awaited, setAwaited] = useState<{ label: string; known: ReadonlySet<string> } | null>(null);
  const arrived =
    awaited === null
      ? undefined
      : servers.find((it) => it.label === awaited.label && !awaited.known.has(it.id));
  useEffect(() => {
    if (arrived !== undefined) go("servers", arrived.id);
  }, [arrived]);
  return (label) => setAwaited({ label, known: new Set(servers.map((it) => it.id)) });
}
