import type { ServerSummary } from "../../bindings/host";

/** The ids of servers with the one at a place moved by some places; `null` where that would leave the list. */
export function movedBy(servers: readonly ServerSummary[], at: number, step: number): string[] | null {
  const ids = servers.map((it) => it.id);
  const to = at + step;
  const [moved] = ids.splice(at, 1);
  if (moved === undefined || to < 0 || to > ids.length) return null;
  return ids.toSpliced(to, 0, moved);
}
