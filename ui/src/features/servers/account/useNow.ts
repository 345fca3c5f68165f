import { useEffect, useState } from "react";

/** The time, each second, or as often as `every` says in milliseconds. */
export function useNow(every = 1_000): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
