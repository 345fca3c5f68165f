import { expect, it } from "vitest";
import type { Frame } from "../../../bindings/host";
import { frames } from "../../../platform/fakeHost/frames";
import { cpuTime } from "../../../test/cpu";
import { EVERYTHING, filterFrames } from "./filter";
import { agreed, callOf, gatherer, keptOf, outcomeOf } from "./operations";

const all = frames();
const gathered = (them: readonly Frame[]) => gatherer()(them);
const named = (method: string) => gathered(all).operations.filter((it) => it.head.method === method);

it("a frame belongs to one operation only; what belongs to none stands for itself", () => {
  const operations = gathered(all).operations;
  expect(operations.flatMap((it) => it.frames)).toHaveLength(all.length);
  expect(new Set(operations.map((it) => it.key)).size).toBe(operations.length);
  expect(operations.filter((it) => it.head.kind === "unreadable").map((it) => it.frames.length)).toEqual([1]);
});

it("an operation without an answer waits only while its connection lasts", () => {
  const [waiting] = named("tools/call").slice(-1);
  if (waiting === undefined) throw new Error("no call");
  expect(outcomeOf(waiting, true).words).toBe("no response yet");
  expect(outcomeOf(waiting, false).words).toBe("no response");
});

it("the answer to a question of the server is not the answer of the call", () => {
  const [call] = named("tools/call");
  if (call === undefined) throw new Error("no call");
  expect(call.frames.some((it) => it.direction === "sent" && it.kind === "error")).toBe(true);
  expect(outcomeOf(call, true).words).toBe("tool error");
  expect(callOf(call)?.seq).toBe(call.head.seq);
});

it("an answer that comes after a call was cancelled is said to be late", () => {
  const call = named("tools/call")[1];
  if (call === undefined) throw new Error("no call");
  expect(outcomeOf(call, true).words).toBe("cancelled");
  const late: Frame = { ...call.head, seq: 999, direction: "received", kind: "result", pair: null };
  expect(outcomeOf({ ...call, frames: [...call.frames, late] }, true).words).toBe("cancelled, late response");
});

it("the revision of a connection is known from any of its frames", () => {
  const early = all.map((it, index) => (index === 0 ? { ...it, revision: null } : it));
  expect(gathered(early).revisions.get(1)).toBe("2025-11-25");
  expect(agreed("2025-11-25")).toBe("protocol version 2025-11-25");
  expect(agreed("2026-07-28")).toBe("protocol version 2026-07-28");
  expect(agreed(null)).toBe("protocol version unknown");
});

it("what grows is gathered as if it came at once, what does not continue it is new", () => {
  const gather = gatherer();
  const half = all.slice(0, all.length >> 1);
  const first = gather(half);
  expect(gather(half)).toBe(first);
  const whole = gather([...half, ...all.slice(half.length)]);
  expect(whole).toEqual(gathered(all));
  expect(whole.operations).not.toBe(first.operations);
  expect(gather(all.slice(3))).toEqual(gathered(all.slice(3)));
  expect(gather(half)).toEqual(gathered(half));
  expect(gather([])).toEqual(gathered([]));
  expect(gather(all)).toEqual(gathered(all));
});

it("the methods that occur are in the order of the alphabet", () => {
  const { methods } = gathered(all);
  expect(methods.length).toBeGreaterThan(3);
  expect(methods).toEqual([...new Set(all.flatMap((it) => it.method ?? []))].sort());
});

it("a hundred thousand frames are grouped and filtered in a moment", () => {
  const [one] = all;
  if (one === undefined) throw new Error("no frame");
  const many = Array.from(
    { length: 100_000 },
    (_, at): Frame => ({ ...one, seq: at + 1, operation: at >> 1 }),
  );
  const began = cpuTime();
  const operations = gathered(many).operations;
  const shown = filterFrames(many, { ...EVERYTHING, text: "nowhere" }, new Set([7]));
  expect(keptOf(operations, shown, many.length)).toHaveLength(1);
  expect(operations).toHaveLength(50_000);
  // Some 40 ms on a usual computer; the limit is for a busy one.
  expect(cpuTime() - began).toBeLessThan(2_000);
});
