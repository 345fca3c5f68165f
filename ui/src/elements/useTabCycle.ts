import { type RefObject, useEffect } from "react";

const REACHED = "a[href],button,input,select,textarea,summary,[tabindex]";

/** Tab goes from the last element of a dialog to its first, and back. What lies over it in a place of its own is not meant. */
export function useTabCycle(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const it = box.current;
    const cycle = (event: KeyboardEvent) => {
      if (event.key !== "Tab" || event.defaultPrevented || it === null) return;
      const reached = [...it.querySelectorAll<HTMLElement>(REACHED)].filter(isReached);
      const [from, to] = event.shiftKey ? [reached[0], reached.at(-1)] : [reached.at(-1), reached[0]];
      const at = document.activeElement;
      // From the heading, which only a dialog focuses, back is to the end as well.
      const begins = event.shiftKey && from !== undefined && at !== null && precedes(at, from);
      if (to !== undefined && (at === from || begins)) {
        event.preventDefault();
        to.focus();
      }
    };
    it?.addEventListener("keydown", cycle);
    return () => it?.removeEventListener("keydown", cycle);
  }, [box]);
}

function isReached(it: HTMLElement): boolean {
  return it.tabIndex >= 0 && !it.matches(":disabled") && it.checkVisibility?.() !== false;
}

function precedes(one: Element, other: Element): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
