import { useEffect, useState } from "react";
import type { Request } from "../../bindings/host";
import { useHost, useRequestQueue } from "./session";

/** What was begun at requests that were left for later, by queue of requests. */
const begun = new WeakMap<object, Map<string, Map<string, unknown>>>();

/**
 * State of a sheet that is still there when the person decides later and comes back. It lives as long as its request
 * waits unchanged, in this window alone, or until it is dropped.
 */
export function useDraft<T>(request: Request, what: string, first: T): [T, (next: T) => void, () => void] {
  const queue = useRequestQueue();
  const waiting = useHost((host) => host.waiting);
  const key = keyOf(request);
  const [value, setValue] = useState<T>(() => {
    const kept = begun.get(queue)?.get(key);
    return kept?.has(what) ? (kept.get(what) as T) : first;
  });
  useEffect(() => {
    const all = begun.get(queue) ?? new Map<string, Map<string, unknown>>();
    begun.set(queue, all);
    const kept = all.get(key) ?? new Map<string, unknown>();
    all.set(key, kept.set(what, value));
    const alive = new Set(waiting.map(keyOf));
    for (const it of [...all.keys()]) {
      if (!alive.has(it)) {
        all.delete(it);
      }
    }
  }, [queue, waiting, key, what, value]);
  const drop = () => void begun.get(queue)?.get(key)?.delete(what);
  return [value, setValue, drop];
}

function keyOf(request: Request): string {
  return `${request.id} ${request.nonce}`;
}

/** `Esc` in a field leaves the field, with what was typed; a second one is for the gate. */
export function leaveField(event: { key: string; currentTarget: Element; preventDefault: () => void }): void {
  if (event.key === "Escape") {
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>("[role=alertdialog]")?.querySelector<HTMLElement>("h1")?.focus();
  }
}
