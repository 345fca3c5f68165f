import type { Frame } from "../../../bindings/host";

/**
 * Whether a frame belongs to the question which era a server speaks. A server that does not know it answers with an
 * error, as it should. What a server sends under the same name on its own is no part of it.
 */
export function isProbe(frame: Frame): boolean {
  if (frame.method !== "server/discover") return false;
  return frame.direction === "sent"
    ? frame.kind === "request"
    : (frame.kind === "result" || frame.kind === "error") && frame.pair !== null;
}

/** An id that fits into its column: its ends are what tells two apart. */
export function shortId(id: string): string {
  const all = [...id];
  return all.length <= 12 ? id : `${all.slice(0, 5).join("")}…${all.slice(-5).join("")}`;
}
