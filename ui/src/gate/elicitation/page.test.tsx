import { describe, expect, it, vi } from "vitest";
import { pageRequest } from "../../platform/fakeHost/asking";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, key, noGate, openGate } from "../../test/gate";
import { withFakeTimers } from "../../test/timers";

withFakeTimers();

describe("a page that was opened", () => {
  // Proves ELI-25.
  it("says what waits and where, and names no address that could be clicked", async () => {
    await openGate([pageRequest()]);
    expect(gate()).toHaveTextContent("accounts.github.example");
    expect(gate()).toHaveTextContent("while “Link account” runs");
    expect(gate().querySelector("[href], [src]")).toBeNull();
  });

  // Proves ELI-25.
  it("is asked again by the person alone, with nonce and digest", async () => {
    const request = pageRequest();
    const fake = await openGate([request]);
    await click(button("I’m done, try again"));
    expect(answers(fake)).toEqual([
      { request: request.id, nonce: request.nonce, digest: request.digest, answer: { kind: "done" } },
    ]);
  });

  // Proves ELI-25.
  it("can be given up", async () => {
    const fake = await openGate([pageRequest()]);
    await click(button("Stop the call"));
    expect(answers(fake).map((it) => it.answer)).toEqual([{ kind: "deny" }]);
  });

  // Proves ELI-25.
  it("is not asked again within the guard, and Esc leaves it waiting", async () => {
    const fake = await openGate([pageRequest()], { guarded: true });
    await click(button("I’m done, try again"));
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
  });

  it("is axe clean", async () => {
    await openGate([pageRequest({ hosts: ["a.example", "b.example"], cause: null })]);
    vi.useRealTimers();
    await expectAxeClean();
  });
});
