/**
 * What a server keeps writing: log lines and frames. Only what is new is asked for and put behind what is known; an
 * event makes the query stale, and asking again continues where it ended.
 */
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Frame, LogLine, Problem } from "../../bindings/host";
import type { Platform } from "../../platform";
import { ask, keyOf, useStore } from "../../store";

export interface Tail<Item> {
  items: Item[];
  /** No longer kept by the host. */
  dropped: number;
}

/** As many as the host keeps; older ones go. */
const LINES = 100_000;
const FRAMES = 100_000;
/** Pages read in one go: more than there can be, unless a server writes faster than it is read. */
const PAGES = 200;

/** While a long list is read, what came is shown a few times a second: each time costs the whole list. */
const SHOW_EVERY = 250;

type Page<Item> = { items: Item[]; dropped: number };

async function readOn<Item extends { seq: number }>(
  known: Tail<Item> | undefined,
  most: number,
  over: AbortSignal,
  page: (after: number) => Promise<Page<Item>>,
  keep: (tail: Tail<Item>) => void,
): Promise<Tail<Item>> {
  let items = known?.items ?? [];
  let dropped = known?.dropped ?? 0;
  let shown = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < PAGES; round += 1) {
    const next = await page(items.at(-1)?.seq ?? 0);
    dropped = Math.max(dropped, next.dropped);
    if (next.items.length === 0) break;
    items = items.concat(next.items).slice(-most);
    const now = performance.now();
    // Reading on instead begins with what was kept.
    if (over.aborted || now - shown >= SHOW_EVERY) {
      shown = now;
      keep({ items, dropped });
    }
    if (over.aborted) break;
  }
  return { items, dropped };
}

function useTail<Item extends { seq: number }>(
  name: "logs" | "frames",
  server: string,
  most: number,
  page: (platform: Platform, after: number) => Promise<Page<Item>>,
): UseQueryResult<Tail<Item>, Problem> {
  const { platform } = useStore();
  const queries = useQueryClient();
  const queryKey = keyOf(name, { server });
  // Up to a hundred thousand of them: those of one server are kept for coming back, and not those of every server visited.
  useEffect(() => {
    queries.removeQueries({
      type: "inactive",
      predicate: ({ queryKey: [of, args] }) => of === name && (args as { server?: string }).server !== server,
    });
  }, [queries, name, server]);
  return useQuery<Tail<Item>, Problem>({
    queryKey,
    queryFn: ({ signal }) =>
      readOn(
        queries.getQueryData<Tail<Item>>(queryKey),
        most,
        signal,
        (after) => page(platform, after),
        // A chatty server makes the query stale again while it is being read: what came is kept all the same.
        (tail) =>
          queries.setQueryData<Tail<Item>>(queryKey, (kept) =>
            (kept?.items.at(-1)?.seq ?? 0) < (tail.items.at(-1)?.seq ?? 0) ? tail : kept,
          ),
      ),
    // While it is not shown nothing is read; coming back reads on.
    refetchOnMount: "always",
    structuralSharing: false,
  });
}

export function useLogs(server: string): UseQueryResult<Tail<LogLine>, Problem> {
  return useTail<LogLine>("logs", server, LINES, async (platform, after) => {
    const page = await ask(platform, "logs", { server, after });
    return { items: page.lines, dropped: page.dropped };
  });
}

export function useFrames(server: string): UseQueryResult<Tail<Frame>, Problem> {
  return useTail<Frame>("frames", server, FRAMES, async (platform, after) => {
    const page = await ask(platform, "frames", { server, after });
    return { items: page.frames, dropped: page.dropped };
  });
}
