import { expect, it } from "vitest";
import { frame } from "../../../platform/fakeHost/frames";
import { foreign } from "../../../platform/fakeHost/make";
import { filterLines } from "../logs/filter";
import { EVERYTHING, filterFrames } from "./filter";

const frames = [
  frame(1, {}),
  frame(2, { direction: "received", kind: "result", pair: 1, elapsed: 4 }),
  frame(3, { method: "ping" }),
  frame(4, { direction: "received", kind: "unreadable", method: null, rpc_id: null }),
];

it("frames are found by method, direction, kind and text, together", () => {
  const found = (filter: Partial<typeof EVERYTHING>) =>
    filterFrames(frames, { ...EVERYTHING, ...filter }).map((it) => it.seq);
  expect(found({})).toEqual([1, 2, 3, 4]);
  expect(found({ method: "tools/call" })).toEqual([1, 2]);
  expect(found({ method: "tools/call", direction: "received" })).toEqual([2]);
  expect(found({ kind: "unreadable" })).toEqual([4]);
  expect(found({ text: "FRAME 3" })).toEqual([3]);
  expect(found({ text: "ping" })).toEqual([3]);
  expect(found({ errors: true })).toEqual([4]);
  expect(
    filterFrames(frames, { ...EVERYTHING, text: "deep inside" }, new Set([2])).map((it) => it.seq),
  ).toEqual([2]);
});

it("log lines are found by source and text", () => {
  const lines = (["stderr", "junk", "host"] as const).map((source, seq) => ({
    seq,
    at: 0,
    source,
    level: null,
    text: foreign(`Line ${seq}`),
  }));
  expect(filterLines(lines, null, "")).toBe(lines);
  expect(filterLines(lines, "junk", "").map((it) => it.seq)).toEqual([1]);
  expect(filterLines(lines, "junk", "line 2")).toEqual([]);
});
