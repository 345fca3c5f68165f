import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How near to the end counts as being there, in pixels. */
const NEAR = 48;

/** Follows what is written as long as the person is at the end; never takes the place away from who reads above. */
export function useStickToBottom(content: unknown): {
  box: RefObject<HTMLDivElement | null>;
  /** Whether the end is in view, and is followed. */
  atEnd: RefObject<boolean>;
  behind: boolean;
  /** `more`: the end of what is drawn is not that of the conversation. */
  onScroll: (more?: boolean) => void;
  toEnd: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [behind, setBehind] = useState(false);

  const toEnd = () => {
    const it = box.current;
    if (it) {
      it.scrollTop = it.scrollHeight;
      atEnd.current = true;
      setBehind(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new content that asks for following
  useLayoutEffect(() => {
    const it = box.current;
    if (atEnd.current) {
      toEnd();
    } else if (it && it.scrollHeight - it.scrollTop - it.clientHeight < NEAR) {
      // All of it is in view: there is nothing to be behind of.
      setBehind(false);
    } else {
      setBehind(true);
    }
  }, [content]);

  return {
    box,
    atEnd,
    behind,
    toEnd,
    onScroll: (more = false) => {
      const it = box.current;
      if (it) {
        atEnd.current = !more && it.scrollHeight - it.scrollTop - it.clientHeight < NEAR;
        if (atEnd.current) {
          setBehind(false);
        }
      }
    },
  };
}
