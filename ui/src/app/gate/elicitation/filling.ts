import { useEffect, useState } from "react";
import type { Filled, FormField, JsonValue, Request } from "../../../bindings/host";
import { useGateway, useHost } from "../../../store";

/** What is filled in, by raw name; a name that is not in it is left out. A map, because a name may be `__proto__`. */
export type Filling = ReadonlyMap<string, JsonValue>;

/** What a form starts with: what the server suggests, and nothing else. */
export function suggested(fields: FormField[]): Filling {
  return new Map(
    fields.flatMap((it) =>
      it.refused === null && suggests(it) ? [[it.name, it.default as JsonValue] as const] : [],
    ),
  );
}

/**
 * What is submitted: only fields of the form that may be filled in, and only those with something in them. Of a field
 * that is not named the host sends what the server suggested, so one that was emptied is `null` (S-81).
 */
export function submitted(fields: FormField[], filling: Filling): Filled {
  return Object.fromEntries(
    fields.flatMap((it) => {
      const value = filling.get(it.name) ?? (suggests(it) ? null : undefined);
      return it.refused === null && value !== undefined ? [[it.name, value]] : [];
    }),
  );
}

function suggests(field: FormField): boolean {
  return field.default !== null && field.default !== undefined;
}

/** Whether a field holds exactly what the server suggested. */
export function isSuggested(field: FormField, filling: Filling): boolean {
  const value = filling.get(field.name);
  return value !== undefined && suggests(field) && JSON.stringify(value) === JSON.stringify(field.default);
}

/** Forms that were begun and left for later, by gateway. They live as long as their request waits, in this window alone. */
const begun = new WeakMap<object, Map<string, Filling>>();

/** What is filled into a form that waits. It is still there when the person decided later and comes back. */
export function useFilling(
  request: Request,
  fields: FormField[],
): [Filling, (name: string, value: JsonValue | undefined) => void] {
  const gateway = useGateway();
  const waiting = useHost((host) => host.waiting);
  const key = keyOf(request);
  const [filling, setFilling] = useState<Filling>(() => begun.get(gateway)?.get(key) ?? suggested(fields));
  useEffect(() => {
    const kept = begun.get(gateway) ?? new Map<string, Filling>();
    begun.set(gateway, kept);
    kept.set(key, filling);
    const alive = new Set(waiting.map(keyOf));
    for (const it of [...kept.keys()]) {
      if (!alive.has(it)) {
        kept.delete(it);
      }
    }
  }, [gateway, waiting, key, filling]);
  const set = (name: string, value: JsonValue | undefined) =>
    setFilling((before) => {
      const next = new Map(before);
      if (value === undefined) {
        next.delete(name);
      } else {
        next.set(name, value);
      }
      return next;
    });
  return [filling, set];
}

function keyOf(request: Request): string {
  return `${request.id} ${request.nonce}`;
}
