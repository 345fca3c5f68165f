import { useEffect, useState } from "react";

/**
 * How many of `total` parts are drawn by now: `step` at once, and as many more with each frame, so that none of them waits
 * for hundreds.
 */
export function useProgressiveCount(total: number, step: number): number {
  const [drawn, setDrawn] = useState(step);
  useEffect(() => {
    if (drawn >= total) return;
    const next = requestAnimationFrame(() => setDrawn(drawn + step));
    return () => cancelAnimationFrame(next);
  }, [drawn, total, step]);
  return Math.min(drawn, total);
}
