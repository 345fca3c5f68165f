import type { Frame } from "../../../bindings/host";

/** The id of the one request that only finds out which era a server speaks (`client/connect.rs`). */
const PROBE = "portcullis-probe";

/**
 * Whether a frame belongs to that try. A server that does not know the question answers it with an error, as it
 * should. What a server sends under this id by itself is no part of it.
 */
export function isProbe(frame: Frame): boolean {
  if (frame.rpc_id !== PROBE && frame.rpc_id !== `"${PROBE}"`) return false;
  return frame.direction === "sent"
    ? frame.kind === "request"
    : (frame.kind === "result" || frame.kind === "error") && frame.pair !== null;
}

/** An id that fits into its column: its ends are what tells two apart. */
export function shortId(id: string): string {
  const all = [...id];
  return all.length <= 12 ? id : `${all.slice(0, 5).join("")}…${all.slice(-5).join("")}`;
}
