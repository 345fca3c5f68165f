import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How near to the end counts as being there, in pixels. */
const NEAR = 48;

/** Follows what is written as long as the person is at the end; never takes the place away from who reads above. */
export function useFollow(content: unknown): {
  box: RefObject<HTMLDivElement | null>;
  /** Whether the end is in view, and is followed. */
  atEnd: RefObject<boolean>;
  behind: boolean;
  onScroll: () => void;
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
    if (atEnd.current) {
      toEnd();
    } else {
      setBehind(true);
    }
  }, [content]);

  return {
    box,
    atEnd,
    behind,
    toEnd,
    onScroll: () => {
      const it = box.current;
      if (it) {
        atEnd.current = it.scrollHeight - it.scrollTop - it.clientHeight < NEAR;
        if (atEnd.current) {
          setBehind(false);
        }
      }
    },
  };
}
