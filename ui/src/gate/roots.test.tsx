import { within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { rootRow, rootsRequest } from "../platform/fakeHost/asking";
import { expectAxeClean } from "../test/axe";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

describe("folders that a server wants to know", () => {
  // Proves ROO-03.
  it("are listed whole, with what is unusual and what is not told", async () => {
    await openGate([rootsRequest()]);
    const list = within(gate()).getByRole("list", { name: "Folders to share" });
    const rows = within(list).getAllByRole("listitem");
    expect(rows.map((it) => it.textContent)).toEqual([
      "/home/ada/portal/docs",
      "/home/ada/Müller & Co/⟨U+202E⟩notes 1 hidden characternot found, so not shared",
      "/home/adaThis is your whole home folder, with everything in it.",
    ]);
  });

  // Proves ROO-07.
  it("are called guidance and no fence", async () => {
    await openGate([rootsRequest()]);
    expect(gate()).toHaveTextContent("They do not restrict it");
    expect(gate()).not.toHaveTextContent(/can only|cannot read/);
  });

  it.each([
    ["Decline", { kind: "decline" }],
    ["Dismiss", { kind: "deny" }],
  ])("%s is an answer of its own, and says what it means", async (name, answer) => {
    const fake = await openGate([rootsRequest()]);
    expect(gate()).toHaveTextContent(
      "Decline: “Project files” is told that there are no folders, until you change this on its page.",
    );
    await click(button(name));
    expect(answers(fake).map((it) => it.answer)).toEqual([answer]);
    expect(noGate()).toBeNull();
  });

  it("there are none of yet can be chosen here, in the picker of the host", async () => {
    const request = rootsRequest([]);
    const fake = await openGate([request]);
    fake.world.roots.delete("srv-files");
    expect(gate()).toHaveTextContent("There is no folder to share yet.");
    expect(gate()).not.toHaveTextContent("Your approval covers");
    await key("a");
    expect(answers(fake)).toEqual([]);
    await click(button("Add folder…"));
    expect(fake.sent("add_root")[0]).toEqual({ server: "srv-files" });
    expect(gate()).toHaveTextContent("/home/ada/picked-1");
    expect(gate()).toHaveTextContent("Your approval covers");
    // The question is another one now, so it has to be read again.
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Share this folder"));
    expect(answers(fake)[0]?.nonce).not.toBe(request.nonce);
  });

  it("that are all gone cannot be shared", async () => {
    const fake = await openGate([rootsRequest([rootRow("/gone", { there: false })])]);
    await click(button("Share these folders"));
    expect(answers(fake)).toEqual([]);
    expect(gate()).not.toHaveTextContent("Your approval covers");
  });

  it("are axe clean with none", async () => {
    await openGate([rootsRequest([])]);
    await expectAxeClean();
  });
});
