import { useEffect, useRef, useState } from "react";
import type { Filled, FormField, JsonValue, Request } from "../../bindings/host";
import { useSession } from "../session";

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

/** What the host kept of a form, as it was filled in: a field that was emptied is `null` there (see [submitted]). */
function kept(fields: FormField[], filled: Filled): Filling {
  const values = new Map(Object.entries((filled ?? {}) as Record<string, JsonValue>));
  return new Map(
    fields.flatMap((it) => {
      const value = values.get(it.name);
      return it.refused === null && value !== undefined && value !== null ? [[it.name, value] as const] : [];
    }),
  );
}

/**
 * What is filled into a form that waits. It is still there when the person decided later and comes back, and when the
 * page was loaded anew: then the host has it from the last check.
 */
export function useFilling(
  request: Request,
  fields: FormField[],
): [Filling, (name: string, value: JsonValue | undefined) => void] {
  const { platform, drafts } = useSession();
  const { id, nonce } = request;
  const draft = drafts.of(request);
  const [before] = useState(() => draft.get("filling") as Filling | undefined);
  const [filling, setFilling] = useState<Filling>(() => before ?? suggested(fields));
  const typed = useRef(before !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, for the form as it was opened
  useEffect(() => {
    if (typed.current) return;
    let live = true;
    platform.call("filled_form", { request: id, nonce }).then(
      (filled) => {
        if (live && !typed.current && filled !== null) {
          setFilling(kept(fields, filled));
        }
      },
      // A request that is gone has nothing to give back, and the gate says so.
      () => {},
    );
    return () => {
      live = false;
    };
  }, [id, nonce]);
  useEffect(() => void draft.set("filling", filling), [draft, filling]);
  const set = (name: string, value: JsonValue | undefined) => {
    typed.current = true;
    setFilling((before) => {
      const next = new Map(before);
      if (value === undefined) {
        next.delete(name);
      } else {
        next.set(name, value);
      }
      return next;
    });
  };
  return [filling, set];
}
