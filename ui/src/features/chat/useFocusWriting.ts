import { type RefObject, useEffect, useRef } from "react";

/** A conversation in which nothing was said yet is opened to write in: its field takes the focus, once, if nobody writes elsewhere. */
export function useFocusWriting(empty: boolean, inside: RefObject<HTMLElement | null>): void {
  const done = useRef(false);
  useEffect(() => {
    if (!empty || done.current) return;
    done.current = true;
    if (document.activeElement?.matches("input, textarea, select, [role=dialog] *")) return;
    inside.current?.parentElement?.querySelector<HTMLElement>("form textarea")?.focus();
  }, [empty, inside]);
}
