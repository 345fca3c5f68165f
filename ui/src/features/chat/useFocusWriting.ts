import { type RefObject, useEffect, useRef } from "react";

/** An empty conversation is opened to write in: its field takes the focus, once, if the user does not write elsewhere. */
export function useFocusWriting(empty: boolean, inside: RefObject<HTMLElement | null>): void {
  const done = useRef(false);
  useEffect(() => {
    if (!empty || done.current) return;
    done.current = true;
    const at = document.activeElement;
    const writes = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
    if (writes || at?.closest("[role=dialog]")) return;
    inside.current?.parentElement?.querySelector<HTMLElement>("form")?.querySelector("textarea")?.focus();
  }, [empty, inside]);
}
