import { cleanup, fireEvent, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../bindings/host";
import { formRequest, rootsRequest } from "../platform/fakeHost/asking";
import { newToolRequest, refusedLaunchRequest, writeRequest } from "../platform/fakeHost/requests";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../test/gate";
import { requestKinds } from "../test/requestKinds";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** What is said above the answers. */
const hold = () => within(gate()).getAllByRole("status").at(-1);

/** The keys that the answers of the gate name. */
const named = () =>
  [...gate().querySelectorAll("button[aria-keyshortcuts]")].map((it) => it.getAttribute("aria-keyshortcuts"));

describe("one meaning of a key for every kind", () => {
  it.each(requestKinds)("A is the yes of %s, or nothing", async (_name, make, yes) => {
    const fake = await openGate([make()]);
    expect(named().includes("A")).toBe(yes !== null);
    await key("a");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(yes === null ? [] : [yes]);
  });

  it.each(requestKinds)("D is the no of %s, and its button says so", async (_name, make, _yes, no) => {
    const fake = await openGate([make()]);
    expect(named()).toContain("D");
    await key("d");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual([no]);
  });

  it.each(requestKinds)("Esc leaves %s waiting", async (_name, make) => {
    const fake = await openGate([make()]);
    expect(named()).toContain("Escape");
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(fake.world.waiting).toHaveLength(1);
  });

  it.each(requestKinds)("a key that cannot answer %s says why", async (_name, make, yes) => {
    await openGate([make()], { guarded: true });
    await key("a");
    if (yes !== null) {
      expect(hold()).toHaveTextContent("One moment…");
    } else {
      await pass(500);
      await key("a");
      expect(hold()).toHaveTextContent("There is no shortcut for this. Use the button.");
    }
    await pass(500);
  });

  it.each(requestKinds)("D before %s has settled says that it takes a moment", async (_name, make) => {
    const fake = await openGate([make()], { guarded: true });
    await key("d");
    expect(hold()).toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
  });

  it.each(requestKinds)("%s has the focus at its question, and Tab stays in it", async (_name, make) => {
    await openGate([make()]);
    const question = within(gate()).getByRole("heading", { level: 1 });
    expect(question).toHaveFocus();
    const later = button(/^Decide later/);
    const last = within(gate()).getAllByRole("button").at(-1);
    last?.focus();
    await key("Tab");
    expect(later).toHaveFocus();
    await key("Tab", { shiftKey: true });
    expect(last).toHaveFocus();
    question.focus();
    await key("Tab", { shiftKey: true });
    expect(last).toHaveFocus();
  });

  it("a yes that is not possible is not given by A, and it is said why", async () => {
    const possible: [Request, string][] = [
      [writeRequest("call-write"), "Open the shortened text first."],
      [rootsRequest([]), "There is no folder to share yet."],
    ];
    for (const [request, why] of possible) {
      const fake = await openGate([request]);
      await key("a");
      expect(answers(fake)).toEqual([]);
      expect(hold()).toHaveTextContent(why);
      cleanup();
    }
  });

  it("says that no key does it for as long as that is so", async () => {
    const fake = await openGate([formRequest()]);
    await key("a");
    expect(hold()).toHaveTextContent("Use the button.");
    fireEvent.change(within(gate()).getAllByRole("textbox")[0] as HTMLElement, { target: { value: "Ada" } });
    await click(button("Review"));
    await pass(500);
    expect(hold()).not.toHaveTextContent("Use the button.");
    expect(answers(fake)).toEqual([]);
  });

  it("says that there is nothing to allow where there is no yes", async () => {
    await openGate([refusedLaunchRequest()]);
    await key("a");
    expect(hold()).toHaveTextContent("This request cannot be allowed.");
  });

  it("D denies while the arguments are being changed, as everywhere", async () => {
    const fake = await openGate([newToolRequest()]);
    await click(button("Edit arguments"));
    await key("Escape");
    await pass(600);
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(600);
    await key("d");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(["deny"]);
  });
});
