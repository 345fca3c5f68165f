import { useEffect, useState } from "react";
import { say } from "../l10n";
import { duration } from "../words";

const TICK_MS = 1_000;

/** How long something has been going on, in whole seconds. It is here to be read, and never read out automatically. */
export function Elapsed(props: { since: number }) {
  const { since } = props;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // Another clock may be ahead of ours.
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <span role="timer" aria-live="off" className="dim small">
      {seconds < 10 ? say("words-seconds", { value: String(seconds) }) : duration(seconds * 1000)}
    </span>
  );
}
