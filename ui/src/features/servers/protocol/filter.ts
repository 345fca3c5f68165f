import type { Frame, FrameDirection, FrameKind } from "../../../bindings/host";
import { say } from "../../../l10n";
import { isProbe } from "./probe";

export const DIRECTIONS: readonly FrameDirection[] = ["sent", "received"];

export const directionWord = (direction: FrameDirection): string =>
  say(`servers-protocol-direction-${direction}`);

export const KINDS: readonly FrameKind[] = ["request", "result", "error", "notification", "unreadable"];

export const kindWord = (kind: FrameKind): string => say(`servers-protocol-kind-${kind}`);

export interface FrameFilter {
  method: string | null;
  direction: FrameDirection | null;
  kind: FrameKind | null;
  /** Only what went wrong. */
  errors: boolean;
  text: string;
}

export const EVERYTHING: FrameFilter = {
  method: null,
  direction: null,
  kind: null,
  errors: false,
  text: "",
};

/** Whether it says that something went wrong. That a server does not know the probe is an answer too. */
export function isBad(frame: Frame): boolean {
  return (
    ((frame.kind === "error" || frame.kind === "unreadable") && !isProbe(frame)) ||
    frame.status === "tool_error" ||
    isStray(frame)
  );
}

/** An answer that no request waited for. */
export function isStray(frame: Frame): boolean {
  return frame.kind === "result" && frame.pair === null && frame.direction === "received";
}

/** `found` has the frames that hold the words anywhere, as the host found them; what is shown of one is looked at here. */
export function filterFrames(
  frames: readonly Frame[],
  filter: FrameFilter,
  found: ReadonlySet<number> = new Set(),
): readonly Frame[] {
  const words = filter.text.trim().toLowerCase();
  const { method, direction, kind, errors } = filter;
  if (method === null && direction === null && kind === null && !errors && words === "") return frames;
  return frames.filter(
    (frame) =>
      (method === null || frame.method === method) &&
      (direction === null || frame.direction === direction) &&
      (kind === null || frame.kind === kind) &&
      (!errors || isBad(frame)) &&
      (words === "" ||
        found.has(frame.seq) ||
        frame.head.text.toLowerCase().includes(words) ||
        (frame.method ?? "").toLowerCase().includes(words) ||
        frame.rpc_id === filter.text.trim()),
  );
}
