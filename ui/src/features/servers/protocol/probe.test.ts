import { expect, it } from "vitest";
import type { Frame } from "../../../bindings/host";
import { frame as frameOf } from "../../../platform/fakeHost/frames";
import { isProbe, shortId } from "./probe";

const frame = (over: Partial<Frame>) => frameOf(1, { method: "server/discover", ...over });

it("the probe and its answers are told from what a server sends under the same name", () => {
  expect(isProbe(frame({}))).toBe(true);
  expect(isProbe(frame({ direction: "received", kind: "error", pair: 1 }))).toBe(true);
  expect(isProbe(frame({ direction: "received", kind: "error" }))).toBe(false);
  expect(isProbe(frame({ direction: "received", kind: "request" }))).toBe(false);
  expect(isProbe(frame({ method: "tools/call" }))).toBe(false);
});

it("a long id keeps both its ends", () => {
  expect(shortId("7")).toBe("7");
  expect(shortId("an-id-of-a-server")).toBe("an-id…erver");
});
