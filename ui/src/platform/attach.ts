import type { EventBatch, Snapshot } from "../bindings/host";
import { inTauri } from "./invoke";
import type { Platform } from "./platform";
import { tauri } from "./tauri";

/** An attach that is under way. */
export interface PendingAttach {
  snapshot: Promise<Snapshot>;
  /** Hands over what was heard until now, and all that follows. */
  handOver: (hear: (batch: EventBatch) => void) => void;
}

/** Attaches, and keeps what is heard until it is wanted. */
export function startAttach(platform: Platform): PendingAttach {
  const held: EventBatch[] = [];
  let hear = (batch: EventBatch) => {
    held.push(batch);
  };
  const snapshot = platform.attach((batch) => hear(batch));
  // What went wrong is told to the caller that waits for it, and that may be later.
  snapshot.catch(() => {});
  return {
    snapshot,
    handOver(next) {
      hear = next;
      for (const batch of held.splice(0)) {
        next(batch);
      }
    },
  };
}

/**
 * Under way since this small file was read, which is before the window's: the host answers while the page is still
 * reading that. Only the real host is asked so.
 */
export const early: PendingAttach | null = inTauri() ? startAttach(tauri) : null;
