import { expect, it } from "vitest";
import type { Frame } from "../../../bindings/host";
import { foreign } from "../../../platform/fakeHost/make";
import { isProbe, shortId } from "./probe";

const frame = (over: Partial<Frame>): Frame => ({
  seq: 1,
  at: 0,
  direction: "sent",
  kind: "request",
  method: "server/discover",
  rpc_id: "1",
  pair: null,
  elapsed: null,
  operation: null,
  connection: 1,
  revision: null,
  subject: null,
  says: null,
  bytes: 1,
  head: foreign("{}"),
  ...over,
});

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
