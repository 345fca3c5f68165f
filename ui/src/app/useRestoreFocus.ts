import { useEffect, useRef } from "react";
import { focusRoom } from "../elements";

/**
 * When the gate closes, the focus goes back to where it was, or to the room where that is gone. Whoever took it elsewhere
 * meanwhile, such as to the rail, keeps it.
 */
export function useRestoreFocus(open: boolean): void {
  const before = useRef<Element | null>(null);
  const was = useRef(false);
  if (open && !was.current) {
    before.current = document.activeElement;
  }
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) {
      const there = before.current;
      if (there instanceof HTMLElement && there.isConnected && there !== document.body) {
        there.focus();
      } else {
        focusRoom();
      }
    }
    was.current = open;
  }, [open]);
}
