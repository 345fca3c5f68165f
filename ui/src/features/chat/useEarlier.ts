import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Messages that are drawn at first, and how many come with each step back. */
export const STEP = 60;

/** How near to the beginning asks for what was said before, in pixels. */
const NEAR = 300;

/**
 * Which part of a conversation is drawn: its end, and as much before it as the person went back to. A conversation of
 * thousands of messages opens as fast as a short one. Going back leaves what is read where it is; following the end
 * for long gives up the beginning again.
 */
export function useEarlier<Item>(
  items: readonly Item[] | undefined,
  box: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
): { drawn: readonly Item[]; before: number; back: () => void; onScroll: () => void } {
  const [start, setStart] = useState<number | null>(null);
  const fromEnd = useRef<number | null>(null);
  const count = items?.length ?? 0;
  const from = Math.min(start ?? 0, count);

  if (items !== undefined && start === null) {
    setStart(Math.max(0, count - STEP));
  }

  useLayoutEffect(() => {
    if (atEnd.current && count - from > 3 * STEP) {
      setStart(count - STEP);
    }
  }, [count, from, atEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new beginning that moves what is read
  useLayoutEffect(() => {
    if (box.current && fromEnd.current !== null) {
      box.current.scrollTop = box.current.scrollHeight - fromEnd.current;
      fromEnd.current = null;
    }
  }, [from, box]);

  const back = () => {
    if (from > 0 && box.current) {
      fromEnd.current = box.current.scrollHeight - box.current.scrollTop;
      atEnd.current = false;
      setStart(Math.max(0, from - STEP));
    }
  };

  return {
    drawn: items?.slice(from) ?? [],
    before: from,
    back,
    onScroll: () => {
      if (!atEnd.current && (box.current?.scrollTop ?? 0) < NEAR) {
        back();
      }
    },
  };
}
