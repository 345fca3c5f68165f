import { describe, expect, it } from "vitest";
import { pageRequest } from "../../platform/fakeHost/asking";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, openGate } from "../../test/gate";
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
  it.each([
    ["I’m done, try again", { kind: "done" }],
    ["Stop the call", { kind: "deny" }],
  ])("goes on or is given up by the person alone: %s", async (name, answer) => {
    const fake = await openGate([pageRequest()]);
    await click(button(name));
    expect(answers(fake).map((it) => it.answer)).toEqual([answer]);
  });

  it("is axe clean", async () => {
    await openGate([pageRequest({ hosts: ["a.example", "b.example"], cause: null })]);
    await expectAxeClean();
  });
});
