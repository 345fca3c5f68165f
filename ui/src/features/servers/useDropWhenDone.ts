import { useEffect, useRef } from "react";

/**
 * Drops what a page is about when the page is left, but only after it was proposed or cancelled. Until then it stays: the review
 * that the page led to may be cancelled. Gives what is to be called then. `drop` is the same function at every render.
 */
export function useDropWhenDone(drop: (none: Record<string, never>) => void): () => void {
  const done = useRef(false);
  useEffect(
    () => () => {
      if (done.current) drop({});
    },
    [drop],
  );
  return () => {
    done.current = true;
  };
}
