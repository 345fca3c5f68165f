/** Frames that belong together: all rounds of one request, its progress, its cancellation, what was asked within it. */
import type { Foreign, Frame } from "../../../bindings/host";
import { say } from "../../../l10n";
import type { Tone } from "../../../words";
import { isBad, isStray, kindWord } from "./filter";
import { isProbe } from "./probe";

export interface Operation {
  key: string;
  /** The first that is kept; usually the request. */
  head: Frame;
  frames: Frame[];
}

/** What all frames of a timeline say together. */
export interface Gathered {
  /** Oldest first by what began them. A frame that belongs to nothing stands for itself. */
  operations: readonly Operation[];
  /** Methods that occur, in alphabetical order. */
  methods: readonly string[];
  /** The revision of each connection, as far as it is known: its first frames were sent before. */
  revisions: ReadonlyMap<number, string>;
}

/**
 * Gathers from a timeline that grows, each frame once: going through a hundred thousand again with every page is what a
 * person would feel. Lists that do not continue the last one are gone through from their beginning.
 */
export function gatherer(): (frames: readonly Frame[]) => Gathered {
  let seen: readonly Frame[] = [];
  let byNumber = new Map<number, Operation>();
  let operations: Operation[] = [];
  let methods = new Set<string>();
  let revisions = new Map<number, string>();
  let gathered: Gathered = { operations, methods: [], revisions };

  const add = (frame: Frame) => {
    const { operation, method, connection, revision, seq } = frame;
    if (method !== null) methods.add(method);
    if (revision !== null) revisions.set(connection, revision);
    const known = operation === null ? undefined : byNumber.get(operation);
    if (known !== undefined) {
      known.frames.push(frame);
      return;
    }
    const begun = { key: operation === null ? `f${seq}` : `o${operation}`, head: frame, frames: [frame] };
    if (operation !== null) byNumber.set(operation, begun);
    operations.push(begun);
  };

  return (frames) => {
    if (frames === seen) return gathered;
    const last = seen.length - 1;
    if (last < 0 || frames[0] !== seen[0] || frames[last] !== seen[last]) {
      seen = [];
      byNumber = new Map();
      operations = [];
      methods = new Set();
      revisions = new Map();
    }
    for (let at = seen.length; at < frames.length; at += 1) add(frames[at] as Frame);
    seen = frames;
    gathered = { operations: operations.slice(), methods: [...methods].sort(), revisions };
    return gathered;
  };
}

export interface OperationOutcome {
  words: string;
  tone: Tone;
}

/** How it ended. `live`: it is of the connection that may still answer. */
export function outcomeOf({ head, frames }: Operation, live: boolean): OperationOutcome {
  if (head.kind !== "request") return lone(head);
  const reply = replyOf(head, frames);
  const cancelled = frames.some((frame) => frame.method === "notifications/cancelled");
  if (reply === undefined) {
    if (frames.some(isStray)) return ended(cancelled ? "cancelled-late" : "late", "plain");
    if (head.method === "subscriptions/listen" && live && !cancelled) return ended("listening", "plain");
    if (cancelled) return ended("cancelled", "plain");
    return live ? ended("pending", "wait") : ended("none", "bad");
  }
  if (isProbe(reply)) return ended(reply.kind === "error" ? "unsupported" : "answered", "plain");
  if (reply.kind === "unreadable" || reply.kind === "error") {
    return { words: kindWord(reply.kind), tone: "bad" };
  }
  if (reply.status === "tool_error") return { words: say("servers-protocol-kind-tool_error"), tone: "bad" };
  if (reply.status === "input_required")
    return cancelled ? ended("cancelled", "plain") : ended("asks", "wait");
  return ended("answered", "ok");
}

type End =
  | "answered"
  | "late"
  | "cancelled"
  | "cancelled-late"
  | "listening"
  | "pending"
  | "none"
  | "unsupported"
  | "asks"
  | "stray";

const ended = (end: End, tone: Tone): OperationOutcome => ({
  words: say(`servers-protocol-outcome-${end}`),
  tone,
});

function lone(frame: Frame): OperationOutcome {
  if (isStray(frame)) return ended("stray", "bad");
  return { words: kindWord(frame.kind), tone: isBad(frame) ? "bad" : "plain" };
}

/** The last answer to what the first frame asked, not to what was asked within it. */
function replyOf(head: Frame, frames: readonly Frame[]): Frame | undefined {
  return frames.findLast(
    (frame) =>
      frame.direction !== head.direction &&
      frame.pair !== null &&
      frame.kind !== "request" &&
      frame.kind !== "notification",
  );
}

/** Milliseconds from the first frame to the answer; nothing where there is none. */
export function lastedOf({ head, frames }: Operation): number | null {
  const reply = head.kind === "request" ? replyOf(head, frames) : undefined;
  if (reply === undefined) return null;
  return rounds(head, frames) > 1 ? reply.at - head.at : (reply.elapsed ?? reply.at - head.at);
}

function rounds(head: Frame, frames: readonly Frame[]): number {
  return frames.filter(
    (it) => it.kind === "request" && it.direction === head.direction && it.method === head.method,
  ).length;
}

/** What happened within it besides one question and its answer: `2 rounds · 1 nested request · 14 notifications`. */
export function withinOf({ head, frames }: Operation): string {
  if (head.kind !== "request" || frames.length <= 2) return "";
  const asked = rounds(head, frames);
  const questions = frames.filter((it) => it.kind === "request" && it.direction !== head.direction).length;
  const told = frames.filter((it) => it.method === "notifications/progress").length;
  const more = frames.filter(
    (it) =>
      it.kind === "notification" && it.method !== "notifications/progress" && it.direction === "received",
  ).length;
  return [
    asked > 1 ? say("servers-protocol-rounds", { count: asked }) : null,
    questions > 0 ? say("servers-protocol-nested", { count: questions }) : null,
    told > 0 ? say("servers-protocol-progress", { count: told }) : null,
    more > 0 ? say("servers-protocol-notifications", { count: more }) : null,
  ]
    .filter((it) => it !== null)
    .join(" · ");
}

/** What it is about; a later round says it where the first is no longer kept. */
export function subjectOf({ frames }: Operation): Foreign | null {
  for (const frame of frames) if (frame.subject !== null) return frame.subject;
  return null;
}

/** The call of a tool that it made, to make it again. */
export function callOf({ head, frames }: Operation): Frame | null {
  if (head.direction !== "sent") return null;
  const isCall = (it: Frame) =>
    it.kind === "request" && it.direction === "sent" && it.method === "tools/call";
  return frames.find(isCall) ?? null;
}

/** Which operations a filter leaves: those of which it leaves a frame. */
export function keptOf(
  all: readonly Operation[],
  shown: readonly Frame[],
  every: number,
): readonly Operation[] {
  if (shown.length === every) return all;
  const left = new Set(shown.map((frame) => frame.seq));
  return all.filter((operation) => operation.frames.some((frame) => left.has(frame.seq)));
}

/** The words for a connection: the protocol version that was agreed on. */
export function agreed(revision: string | null): string {
  return revision === null
    ? say("servers-protocol-version-unknown")
    : say("servers-protocol-version", { version: revision });
}
