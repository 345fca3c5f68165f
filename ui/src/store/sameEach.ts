import { replaceEqualDeep } from "@tanstack/react-query";

/**
 * A list as it is now, in which what says the same as before is the same object, wherever it stands now. `replaceEqualDeep` compares
 * by place: where one comes first, it copies all that follow.
 */
export function sameEach<T>(before: T[], now: T[], keyOf: (it: T) => string | number): T[] {
  const known = new Map(before.map((it) => [keyOf(it), it]));
  const all = now.map((it) => replaceEqualDeep(known.get(keyOf(it)), it));
  return all.length === before.length && all.every((it, at) => it === before[at]) ? before : all;
}
