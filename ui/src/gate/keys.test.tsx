import { act, cleanup, fireEvent, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../bindings/host";
import { field, formRequest, rootsRequest, text } from "../platform/fakeHost/asking";
import {
  changedRequest,
  launchRequest,
  newToolRequest,
  refusedLaunchRequest,
  writeRequest,
} from "../platform/fakeHost/requests";
import { LASTING_QUIET_MS, QUIET_MS } from "../shortcuts";
import { answers, attends, button, click, gate, key, noGate, openGate, pass } from "../test/gate";
import { lastingKinds, requestKinds } from "../test/requestKinds";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** What is said above the answers. */
const hold = () => within(gate()).getAllByRole("status").at(-1);

/** The keys that the answers of the gate name. */
const named = () =>
  [...gate().querySelectorAll("button[aria-keyshortcuts]")].map((it) => it.getAttribute("aria-keyshortcuts"));

describe("one meaning of a key for every kind", () => {
  // Proves S-27.
  it.each(requestKinds)("A is the last button of %s, which says so", async (_name, make, yes) => {
    const request = make();
    const { id, nonce, digest } = request;
    const fake = await openGate([request]);
    expect(named().filter((it) => it === "A")).toHaveLength(1);
    expect(within(gate()).getAllByRole("button").at(-1)).toHaveAttribute("aria-keyshortcuts", "A");
    await pass(LASTING_QUIET_MS);
    await key("a");
    const answer = expect.objectContaining({ kind: yes });
    expect(answers(fake)).toEqual(yes === null ? [] : [{ request: id, nonce, digest, answer }]);
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

  it.each(requestKinds)("A before %s has settled says that it takes a moment", async (_name, make) => {
    const fake = await openGate([make()], { guarded: true });
    await key("a");
    expect(hold()).toHaveTextContent("One moment…");
    await pass(3_000);
    expect(hold()).not.toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
  });

  // Proves S-33.
  it.each(requestKinds)("no press before %s has settled answers it", async (_name, make, yes) => {
    const request = make();
    const fake = await openGate([request], { guarded: true });
    expect(attends(fake)).toContainEqual({ request: request.id, nonce: request.nonce });
    await key("d");
    expect(hold()).toHaveTextContent("One moment…");
    for (const shortcut of yes === null ? ["D"] : ["A", "D"]) {
      await click(gate().querySelector(`button[aria-keyshortcuts=${shortcut}]`) as HTMLElement);
    }
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

  it("A reviews a form first, and sends it from the review", async () => {
    const fake = await openGate([formRequest({ fields: [field("name", text())] })]);
    const name = within(gate()).getByRole("textbox");
    fireEvent.change(name, { target: { value: "Ada" } });
    fireEvent.keyDown(name, { key: "a" });
    await pass(600);
    expect(button("Review")).toBeVisible();
    await key("a");
    await pass(600);
    expect(button("Send")).toBeVisible();
    expect(answers(fake)).toEqual([]);
    await key("a");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(["submit"]);
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

// Proves S-33.
describe("a key for what lasts, or starts or opens a program", () => {
  it("waits as long as is promised", () => {
    expect([QUIET_MS, LASTING_QUIET_MS]).toEqual([500, 1_500]);
  });

  it.each(lastingKinds)("A waits longer before it answers %s", async (_name, make, yes) => {
    const fake = await openGate([make()]);
    await pass(LASTING_QUIET_MS - 1);
    await key("a");
    expect(hold()).toHaveTextContent("One moment…");
    await pass(LASTING_QUIET_MS - 1);
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(LASTING_QUIET_MS);
    await key("a");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual([yes]);
  });

  it.each(lastingKinds)("who types slowly when %s comes up answers nothing", async (_name, make) => {
    const fake = await openGate([make()], { guarded: true });
    for (const letter of ["b", "a", "n", "a", "n", "a"]) {
      await pass(900);
      await key(letter);
    }
    expect(answers(fake)).toEqual([]);
  });

  it.each(lastingKinds)("A waits again when the window of %s gets the focus", async (_name, make) => {
    const fake = await openGate([make()]);
    await pass(LASTING_QUIET_MS);
    await act(async () => void window.dispatchEvent(new Event("focus")));
    // The person came back by this key, or types on.
    await pass(500 + LASTING_QUIET_MS - 1);
    await key("a");
    expect(answers(fake)).toEqual([]);
  });

  it.each(lastingKinds)("A held down or with another key answers nothing of %s", async (_name, make) => {
    const fake = await openGate([make()]);
    for (const over of [{ repeat: true }, { ctrlKey: true }, { altKey: true }, { shiftKey: true }]) {
      await pass(LASTING_QUIET_MS);
      await key("a", over);
    }
    expect(answers(fake)).toEqual([]);
  });

  it("a click does not wait for it", async () => {
    const fake = await openGate([launchRequest()]);
    await click(button("Add and start"));
    expect(answers(fake)).toHaveLength(1);
  });

  it("A answers from a box that was just ticked, which takes no letters", async () => {
    const fake = await openGate([changedRequest()]);
    const [part] = within(gate()).getAllByRole("checkbox");
    await click(part as HTMLElement);
    part?.focus();
    await pass(LASTING_QUIET_MS);
    await key("a");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(["accept_varying"]);
  });
});
