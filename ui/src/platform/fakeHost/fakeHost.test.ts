import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeHost } from "./index";
import { writeRequest } from "./requests";

let fake: FakeHost;

beforeEach(() => {
  vi.useFakeTimers();
  fake = new FakeHost({ waiting: [writeRequest("call-write")] });
});
afterEach(() => {
  vi.useRealTimers();
});

function reply(over: Partial<{ nonce: string; digest: string }> = {}) {
  const waiting = fake.world.waiting[0];
  if (!waiting) {
    throw new Error("nothing waits");
  }
  const { id, nonce, digest } = waiting;
  return { reply: { request: id, nonce, digest, answer: { kind: "deny" as const }, ...over } };
}

describe("the fake host's gate", () => {
  it("takes no answer that was not attended, or too soon", async () => {
    await expect(fake.gate.call("answer", reply())).rejects.toMatchObject({ code: "consent.too_soon" });
    await fake.gate.call("attend", { request: "req-write", nonce: reply().reply.nonce });
    vi.advanceTimersByTime(499);
    await expect(fake.gate.call("answer", reply())).rejects.toMatchObject({ code: "consent.too_soon" });
    vi.advanceTimersByTime(1);
    await expect(fake.gate.call("answer", reply())).resolves.toBeNull();
    expect(fake.world.waiting).toEqual([]);
  });

  it("takes no answer with another nonce or digest", async () => {
    await fake.gate.call("attend", { request: "req-write", nonce: reply().reply.nonce });
    vi.advanceTimersByTime(500);
    await expect(fake.gate.call("answer", reply({ nonce: "x" }))).rejects.toMatchObject({
      code: "consent.stale",
    });
    await expect(fake.gate.call("answer", reply({ digest: "x" }))).rejects.toMatchObject({
      code: "consent.stale",
    });
  });

  it("gives a changed request a new nonce and digest", async () => {
    const before = reply().reply;
    const changed = await fake.gate.call("amend", {
      request: "req-write",
      nonce: before.nonce,
      arguments: '{"path":"x"}',
    });
    expect(changed.nonce).not.toBe(before.nonce);
    expect(changed.digest).not.toBe(before.digest);
  });

  it("hands out copies, never its own state", async () => {
    const snapshot = await fake.call("attach", { channel: "" });
    snapshot.servers.length = 0;
    expect((await fake.call("servers", {})).length).toBeGreaterThan(0);
  });
});
