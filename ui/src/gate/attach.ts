import type { GateView } from "../bindings/host";
import { inTauri } from "../platform/invoke";
import { type GatePlatform, type GateReplyOf, tauriGate } from "./platform";

/** An attach of the gate's page that is under way. */
export interface PendingGate {
  view: Promise<GateView>;
  /** What was begun before this page was loaded. */
  drafts: Promise<GateReplyOf<"kept_drafts">>;
  /** Hands over what was heard last, if anything was, and all that follows. */
  handOver: (hear: (view: GateView) => void) => void;
}

/** Attaches, and keeps what is heard until it is wanted. */
export function startGate(platform: GatePlatform): PendingGate {
  let held: GateView | null = null;
  let hear = (view: GateView) => {
    held = view;
  };
  // Both are asked for at once: a window that has just been made waits for neither.
  const drafts = platform.call("kept_drafts", {});
  const view = platform.attach((now) => hear(now));
  // What went wrong is told to the caller that waits for it, and that may be later.
  drafts.catch(() => {});
  view.catch(() => {});
  return {
    view,
    drafts,
    handOver(next) {
      hear = next;
      if (held) {
        next(held);
      }
    },
  };
}

/**
 * Under way since this small file was read, which is before the page's: the host answers while the page of a window that has just
 * been made is still reading that. Only the real host is asked so.
 */
export const early: PendingGate | null = inTauri() ? startGate(tauriGate) : null;
