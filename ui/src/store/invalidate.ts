import type { QueryClient, Query as QueryEntry } from "@tanstack/react-query";
import type { HostEvent } from "../bindings/host";
import { effectOf } from "./queries";

/** Does to the cached replies what their definitions say of these events. */
export function applyToQueries(client: QueryClient, events: readonly HostEvent[]): void {
  const stale = new Set<QueryEntry>();
  for (const event of events) {
    for (const query of client.getQueryCache().getAll()) {
      const effect = effectOf(event, query.queryKey);
      if (effect === null) continue;
      if (effect.removed) {
        client.removeQueries({ predicate: (it) => it === query });
        continue;
      }
      if (effect.update && !update(client, query, effect.update)) stale.add(query);
      if (effect.stale && effect.throttled) {
        throttle(query, () => markStale(client, (it) => it === query));
      } else if (effect.stale) {
        stale.add(query);
      }
    }
  }
  if (stale.size > 0) {
    markStale(client, (query) => stale.has(query));
  }
}

/** False where it has to be fetched. */
function update(client: QueryClient, query: QueryEntry, change: (cached: unknown) => unknown): boolean {
  // A reply on its way may have been written before the event, and what is put in place now would be lost in it.
  if (query.state.fetchStatus === "fetching") {
    markStaleOnArrival(client, query);
  }
  const cached = query.state.data;
  if (cached === undefined) return true;
  const now = change(cached);
  if (now === null || now === cached) return now !== null;
  // What is put in place counts as fetched, also where more of it was stale.
  const wasStale = query.state.isInvalidated;
  client.setQueryData(query.queryKey, now);
  return !wasStale;
}

/**
 * Makes cached replies stale, so that those in view are fetched again. One that is on its way may have been written before the
 * event: it becomes stale on arrival, and is not fetched a second time meanwhile, which would be the host's work twice.
 */
export function markStale(client: QueryClient, matches: (query: QueryEntry) => boolean = () => true): void {
  const fetching = new Set(client.getQueryCache().findAll({ predicate: matches, fetchStatus: "fetching" }));
  for (const query of fetching) {
    markStaleOnArrival(client, query);
  }
  void client.invalidateQueries({ predicate: (query) => matches(query) && !fetching.has(query) });
}

/** Replies on their way that will be stale on arrival. */
const late = new WeakSet<QueryEntry>();

function markStaleOnArrival(client: QueryClient, query: QueryEntry): void {
  if (late.has(query)) return;
  late.add(query);
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.query !== query || (event.type !== "removed" && query.state.fetchStatus === "fetching")) return;
    stop();
    late.delete(query);
    void client.invalidateQueries({ predicate: (it) => it === query });
  });
}

const THROTTLE = 300;

const lastRuns = new WeakMap<object, { at: number; waits: boolean }>();

/** Acts now, or as soon as the last time for this key is long enough ago; once, however often it is wanted meanwhile. */
function throttle(key: object, act: () => void): void {
  const last = lastRuns.get(key) ?? { at: Number.NEGATIVE_INFINITY, waits: false };
  lastRuns.set(key, last);
  if (last.waits) return;
  const run = () => {
    last.waits = false;
    last.at = performance.now();
    act();
  };
  const left = last.at + THROTTLE - performance.now();
  if (left <= 0) {
    run();
    return;
  }
  last.waits = true;
  setTimeout(run, left);
}
