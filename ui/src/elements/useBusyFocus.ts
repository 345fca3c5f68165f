import { useEffect } from "react";

/**
 * Gives a button the focus back that was disabled while its own request was pending: the focus falls to the page meanwhile, and
 * keys go nowhere. Whoever went elsewhere stays there.
 */
export function useBusyFocus(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const changes = new MutationObserver(() => {
      if (last?.matches(":disabled") === false && document.activeElement === document.body) {
        last.focus({ preventScroll: true });
      }
    });
    // It alone is watched, not the whole page, which may be a long chat.
    const watch = (it: HTMLElement | null) => {
      last = it;
      changes.disconnect();
      if (it !== null) changes.observe(it, { attributeFilter: ["disabled"] });
    };
    const onFocus = ({ target }: FocusEvent) => watch(target instanceof HTMLElement ? target : null);
    // A press on what takes no focus leaves it too.
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !last?.contains(target)) watch(null);
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("pointerdown", onPress);
      changes.disconnect();
    };
  }, []);
}
