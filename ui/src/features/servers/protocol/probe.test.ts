import { expect, it } from "vitest";
import type { Frame } from "../../../bindings/host";
import { foreign } from "../../../platform/memory/make";
import { isProbe, shortId } from "./probe";

const frame = (over: Partial<Frame>): Frame => ({
  seq: 1,
  at: 0,
  direction: "sent",
  kind: "request",
  method: "server/discover",
  rpc_id: "portcullis-probe",
  pair: null,
  elapsed: null,
  bytes: 1,
  head: foreign("{}"),
  ...over,
});

it("the probe and its answers are told from what a server sends under the same id", () => {
  expect(isProbe(frame({}))).toBe(true);
  expect(isProbe(frame({ direction: "received", kind: "error", pair: 1 }))).toBe(true);
  expect(isProbe(frame({ direction: "received", kind: "error" }))).toBe(false);
  expect(isProbe(frame({ direction: "received", kind: "request" }))).toBe(false);
  expect(isProbe(frame({ rpc_id: "3" }))).toBe(false);
});

it("a long id keeps both its ends", () => {
  expect(shortId("7")).toBe("7");
  expect(shortId("portcullis-probe")).toBe("portc…probe");
});
