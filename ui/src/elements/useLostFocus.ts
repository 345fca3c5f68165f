import { type RefObject, useEffect, useRef } from "react";

/**
 * Gives the focus on where what had it inside `box` is gone and nothing took its place: to what `next` finds, which gets the
 * element that is gone and where that was remembered to be. Without this it falls to the page, and keys go nowhere.
 */
export function useLostFocus<T>(
  box: RefObject<HTMLElement | null>,
  remember: (at: HTMLElement) => T,
  next: (was: T) => HTMLElement | null | undefined,
): void {
  const calls = useRef({ remember, next });
  calls.current = { remember, next };
  useEffect(() => {
    const it = box.current;
    if (it === null) return;
    let last: { element: HTMLElement; was: T } | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) {
        last = { element: target, was: calls.current.remember(target) };
      }
    };
    const changes = new MutationObserver(() => {
      if (last === null || last.element.isConnected) return;
      const { was } = last;
      last = null;
      if (document.activeElement === document.body) {
        calls.current.next(was)?.focus({ preventScroll: true });
      }
    });
    it.addEventListener("focusin", onFocus);
    changes.observe(it, { childList: true, subtree: true });
    return () => {
      it.removeEventListener("focusin", onFocus);
      changes.disconnect();
    };
  }, [box]);
}
