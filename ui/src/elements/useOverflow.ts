import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** What may lie below the end and still count as seen, in pixels. */
const NEAR = 8;

/** Whether something of the sheet lies below what is seen: in a small window it says so, since scroll bars may hide. */
export function useOverflow(): {
  box: RefObject<HTMLDivElement | null>;
  more: boolean;
  look: () => void;
  down: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  const look = () => {
    const it = box.current;
    setMore(it !== null && it.scrollHeight - it.scrollTop - it.clientHeight > NEAR);
  };
  // Whatever changed the sheet may have changed its height.
  useLayoutEffect(look);
  // And so may a part of it alone, such as a field that was added.
  useEffect(() => {
    const it = box.current;
    if (it === null) return;
    const seen = new ResizeObserver(look);
    for (const part of [it, ...it.children]) {
      seen.observe(part);
    }
    return () => seen.disconnect();
  });
  return {
    box,
    more,
    look,
    down: () => {
      const it = box.current;
      if (it) {
        it.scrollTop += it.clientHeight * 0.8;
        look();
      }
    },
  };
}
