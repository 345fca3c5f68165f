import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * For what takes the place of a button that was pressed and draws that button itself: the new button has the focus that
 * the pressed one had, and only then may something open from it, so that closing gives the focus back.
 */
export function useStoodAround(): { target: RefObject<HTMLElement | null>; ready: boolean } {
  const target = useRef<HTMLElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (document.activeElement === document.body) {
      target.current?.focus({ preventScroll: true });
    }
    setReady(true);
  }, []);
  return { target, ready };
}
