import { useEffect, useState } from "react";
import type { AskedKind } from "../bindings/host";
import { say } from "../l10n";
import { countdown, unansweredEnd } from "../words";

const TICK_MS = 1_000;

/** How long a request still waits, and how it ends then. It is here to be read, and never read out automatically. */
export function Countdown(props: { kind: AskedKind; at: number }) {
  const { kind, at } = props;
  const [left, setLeft] = useState(() => countdown(at - Date.now()));
  useEffect(() => {
    const tick = () => setLeft(countdown(at - Date.now()));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [at]);
  return (
    <span role="timer" aria-live="off" className="dim small">
      {say(`elements-countdown-${unansweredEnd(kind)}`, { time: left })}
    </span>
  );
}
