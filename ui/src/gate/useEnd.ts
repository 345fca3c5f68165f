import { createContext, type RefObject, useEffect, useRef } from "react";

/**
 * Milliseconds that the end stays in view. What comes into view is laid out only then, and may push the end out of it again.
 */
const STAYS_MS = 150;

/** What may lie below the end and still count as seen, in pixels. */
const NEAR = 8;

/**
 * Says once that the end of what scrolls was in view: `end` stands behind all of it. Where the engine does not tell what is in
 * view, the place of the scroll bar of `box` does, and what has no scroll bar of its own counts as seen. Not while `whole` is false: then what is drawn ends before the text does.
 */
export function useEnd(
  onEnd: (() => void) | null,
  whole = true,
): { box: RefObject<HTMLDivElement | null>; end: RefObject<HTMLDivElement | null>; look: () => void } {
  const box = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  const observed = typeof IntersectionObserver !== "undefined";
  const look = () => {
    const it = box.current;
    const isAtEnd = it === null || it.scrollHeight - it.scrollTop - it.clientHeight <= NEAR;
    if (!observed && whole && isAtEnd) {
      latest.current?.();
    }
  };
  const looks = useRef(look);
  looks.current = look;
  useEffect(() => {
    if (!whole || end.current === null) return;
    if (!observed) {
      looks.current();
      return;
    }
    let stays: ReturnType<typeof setTimeout> | undefined;
    const seen = new IntersectionObserver((entries) => {
      clearTimeout(stays);
      if (entries.at(-1)?.isIntersecting === true) {
        stays = setTimeout(() => latest.current?.(), STAYS_MS);
      }
    });
    seen.observe(end.current);
    return () => {
      clearTimeout(stays);
      seen.disconnect();
    };
  }, [whole, observed]);
  return { box, end, look };
}

/** Told when the end of a text that is read from the host was in view. */
export const TextEnd = createContext<(() => void) | null>(null);
