import { type RefObject, useEffect, useRef } from "react";

/** Whether the palette lies over the gate. */
export function covered(): boolean {
  return document.querySelector(".mantine-Spotlight-content") !== null;
}

/** What a key may do at the gate. */
export interface GateKeys {
  a: (() => void) | undefined;
  d: (() => void) | undefined;
  escape: () => void;
}

/** Milliseconds without typing before a key counts as an answer: who was writing when the gate came up goes on writing. */
export const QUIET_MS = 500;

/**
 * Which letter of the gate a key is, if any: by what it types, also under CapsLock, and by its place on the keyboard where
 * it types a letter of another script.
 */
export function letterOf(event: Pick<KeyboardEvent, "key" | "code">): "a" | "d" | null {
  const other = /^\p{Letter}$/u.test(event.key) && !/^\p{Script=Latin}$/u.test(event.key);
  const letter = other ? event.code.replace(/^Key/, "").toLowerCase() : event.key.toLowerCase();
  return letter === "a" || letter === "d" ? letter : null;
}

/**
 * `A`, `D` and `Esc`, only for the gate itself: nothing happens while typing in a field, with a key held down,
 * with a modifier, or in a menu above the gate.
 */
export function useKeys(gate: RefObject<HTMLElement | null>, keys: GateKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let typed = Number.NEGATIVE_INFINITY;
    const hear = (event: KeyboardEvent) => {
      const quiet = performance.now() - typed >= QUIET_MS;
      if (event.key.length === 1 || event.key === "Backspace") {
        typed = performance.now();
      }
      const at = event.target as Element | null;
      const ours = at === document.body || (at !== null && (gate.current?.contains(at) ?? false));
      const field = at?.closest("input, textarea, select, [contenteditable]") ?? null;
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (
        !ours ||
        covered() ||
        field ||
        event.repeat ||
        modified ||
        event.defaultPrevented ||
        event.isComposing
      ) {
        return;
      }
      const letter = letterOf(event);
      if (event.key === "Escape") {
        event.preventDefault();
        latest.current.escape();
      } else if (quiet && letter === "a" && latest.current.a) {
        event.preventDefault();
        latest.current.a();
      } else if (quiet && letter === "d" && latest.current.d) {
        event.preventDefault();
        latest.current.d();
      }
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [gate]);
}
