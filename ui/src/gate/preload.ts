import { afterPaint, preloadAll } from "../elements/lazyComponent";
import type { GateSession } from "./session";

/**
 * Loads everything that was put off, so that it is there when it is asked for. What is asked now is painted first; while nothing
 * is, the window is hidden, and a hidden page paints nothing that could be waited for.
 */
export async function preloadParts(session: GateSession): Promise<void> {
  const state = session.read();
  if (state.kind === "ready" && state.view.request) {
    await afterPaint();
  }
  // What could not be read is read again when it is asked for, and said.
  await preloadAll().catch(() => {});
}
