import { expect, it } from "vitest";
import { FakeHost } from ".";
import { call, result } from "./make";

const picture = { kind: "image", mime: "image/png", data: { handle: "chart-1", bytes: 70 } } as const;

it("knows a payload from when it was given away, and no other", async () => {
  const fake = new FakeHost();
  const url = (handle: string) => fake.call("payload_url", { handle });
  const done = call({ id: "call-1", server: "srv-files", tool: "t", result: result([picture]) });
  fake.world.calls.set(done.id, done);
  await expect(url("chart-1")).rejects.toMatchObject({ code: "not_found" });
  await fake.call("call", { call: done.id });
  await expect(url("chart-1")).resolves.toMatch(/^data:image/);
  const unknown = { code: "not_found" };
  await expect(url("nowhere")).rejects.toMatchObject(unknown);
  await expect(fake.call("read_payload", { handle: "nowhere", offset: 0 })).rejects.toMatchObject(unknown);
  await expect(fake.call("save_payload", { handle: "nowhere", name: "a" })).rejects.toMatchObject(unknown);
  await expect(fake.gate.call("redrawn_payload_url", { handle: "nowhere" })).rejects.toMatchObject(unknown);
});

it("knows the payloads of the world that it was made with", async () => {
  const done = call({ id: "call-1", server: "srv-files", tool: "t", result: result([picture]) });
  const fake = new FakeHost({ prepare: (world) => world.calls.set(done.id, done) });
  await expect(fake.call("payload_url", { handle: "chart-1" })).resolves.toMatch(/^data:image/);
});
