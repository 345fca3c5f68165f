import { useEffect } from "react";

/**
 * Gives a button the focus back that was disabled while its own request was pending: the focus falls to the page meanwhile, and
 * keys go nowhere. Whoever went elsewhere stays there.
 */
export function useBusyFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement ? target : null;
    };
    // A press on what takes no focus leaves it too.
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !last?.contains(target)) last = null;
    };
    const changes = new MutationObserver((records) => {
      const at = last;
      if (at === null || !records.some((it) => it.target === at)) return;
      if (!at.matches(":disabled") && document.activeElement === document.body) {
        at.focus({ preventScroll: true });
      }
    });
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPress);
    changes.observe(document.body, { attributes: true, attributeFilter: ["disabled"], subtree: true });
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPress);
      changes.disconnect();
    };
  }, []);
}
