import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { launchRequest, newToolRequest } from "../platform/fakeHost/requests";
import { answers, button, click, gate, key, noGate, openGate as open, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

describe("keys", () => {
  it("A held down, repeated or with a modifier answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    await key("a", { repeat: true });
    await pass(600);
    await key("a", { ctrlKey: true });
    await pass(600);
    await key("a", { metaKey: true });
    await pass(600);
    await key("A", { shiftKey: true });
    await pass(600);
    await key("d", { altKey: true });
    expect(answers(fake)).toEqual([]);
  });

  it.each([
    ["under CapsLock", "A", "KeyA"],
    ["on a Cyrillic layout", "ф", "KeyA"],
    ["on a Greek layout", "α", "KeyA"],
  ])("A allows once %s", async (_name, typed, code) => {
    const fake = await open([newToolRequest()]);
    await key(typed, { code });
    expect(answers(fake)[0]?.answer).toEqual({ kind: "allow_once" });
  });

  it.each([
    ["under CapsLock", "D", "KeyD"],
    ["on a Cyrillic layout", "в", "KeyD"],
  ])("D denies %s", async (_name, typed, code) => {
    const fake = await open([newToolRequest()]);
    await key(typed, { code });
    expect(answers(fake)[0]?.answer).toEqual({ kind: "deny" });
  });

  it("what types another Latin letter at the place of A answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    await key("q", { code: "KeyA" });
    await pass(600);
    await key("ф", { code: "KeyA", ctrlKey: true });
    expect(answers(fake)).toEqual([]);
  });

  it("who goes on writing when the gate comes up answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    for (const letter of ["b", "a", "d", "a"]) {
      await key(letter);
      await pass(150);
    }
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await key("d");
    expect(answers(fake)[0]?.answer).toEqual({ kind: "deny" });
  });

  it("nothing is answered while writing in a field", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Edit arguments"));
    const field = within(gate()).getByLabelText("repo");
    fireEvent.keyDown(field, { key: "d" });
    await pass(600);
    fireEvent.keyDown(field, { key: "a" });
    await pass(0);
    expect(answers(fake)).toEqual([]);
  });

  it("nothing is answered from the rail", async () => {
    const fake = await open([newToolRequest()]);
    const link = screen.getByRole("link", { name: "Settings" });
    link.focus();
    await key("a");
    expect(answers(fake)).toEqual([]);
  });

  it("nothing is answered under the palette", async () => {
    const fake = await open([newToolRequest()]);
    fireEvent.keyDown(document.documentElement, { key: "k", code: "KeyK", ctrlKey: true });
    await pass(600);
    fireEvent.keyDown(screen.getByRole("alertdialog", { hidden: true }), { key: "d" });
    await pass(0);
    expect(answers(fake)).toEqual([]);
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Search" }), { key: "Escape" });
    await pass(600);
    fireEvent.keyDown(gate(), { key: "d" });
    await pass(0);
    expect(answers(fake)).toHaveLength(1);
  });

  it("Esc leaves it waiting; it comes back when opened, or when something new waits", async () => {
    const request = newToolRequest();
    const fake = await open([request], { at: "#/waiting" });
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(screen.getByRole("link", { name: "Waiting for you" })).toHaveAccessibleDescription(
      "1 request waiting and 1 sign-in waiting",
    );
    await act(async () => fake.tellWaiting());
    expect(noGate()).toBeNull();
    await click(screen.getByRole("button", { name: /Open: Let “GitHub”/ }));
    expect(gate()).toBeInTheDocument();
    await key("Escape");
    await act(async () => fake.ask(launchRequest()));
    expect(gate()).toHaveAccessibleName(/Add “Weather”/);
  });
});
