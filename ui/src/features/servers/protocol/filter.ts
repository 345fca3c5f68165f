import type { Frame, FrameDirection, FrameKind } from "../../../bindings/host";

export const directionWord: Record<FrameDirection, string> = { sent: "sent", received: "received" };

export const kindWord: Record<FrameKind, string> = {
  request: "request",
  result: "reply",
  error: "error",
  notification: "notification",
  unreadable: "unreadable",
};

export interface FrameFilter {
  method: string | null;
  direction: FrameDirection | null;
  kind: FrameKind | null;
  text: string;
}

export const EVERYTHING: FrameFilter = { method: null, direction: null, kind: null, text: "" };

export function filterFrames(frames: readonly Frame[], filter: FrameFilter): readonly Frame[] {
  const words = filter.text.trim().toLowerCase();
  return frames.filter(
    (frame) =>
      (filter.method === null || frame.method === filter.method) &&
      (filter.direction === null || frame.direction === filter.direction) &&
      (filter.kind === null || frame.kind === filter.kind) &&
      (words === "" ||
        frame.head.text.toLowerCase().includes(words) ||
        (frame.method ?? "").toLowerCase().includes(words) ||
        frame.rpc_id === filter.text.trim()),
  );
}

/** Methods that occur, in alphabetical order. */
export function methodsOf(frames: readonly Frame[]): string[] {
  return [...new Set(frames.flatMap((frame) => frame.method ?? []))].sort();
}

/** The frame that belongs to this one. A request that was read before its reply came does not know it yet. */
export function pairOf(frame: Frame, frames: readonly Frame[]): number | null {
  return frame.pair ?? frames.find((other) => other.pair === frame.seq)?.seq ?? null;
}
