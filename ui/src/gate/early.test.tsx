import { act, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { formRequest, rootsRequest } from "../platform/fakeHost/asking";
import { changedRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { samplingRequest } from "../platform/fakeHost/sampling";
import { allowMenu, answers, button, click, gate, inMenu, key, noGate, openGate, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

const hold = () => within(gate()).getByRole("status");

// Proves S-33.
describe("a press that comes before the request could be read", () => {
  it.each([
    ["the yes", () => click(button("Allow once"))],
    ["the no", () => click(button("Deny"))],
    ["the menu", () => click(button("Allow…"))],
    ["the key of the yes", () => key("a")],
    ["the key of the no", () => key("d")],
  ])("is told so until the guard is over, and answers nothing later: %s", async (_name, press) => {
    const fake = await openGate([newToolRequest()], { guarded: true });
    expect(hold()).toBeEmptyDOMElement();
    await press();
    expect(hold()).toHaveTextContent(/^One moment…$/);
    await pass(499);
    expect(hold()).toHaveTextContent(/^One moment…$/);
    await pass(1);
    expect(hold()).toBeEmptyDOMElement();
    await pass(2_000);
    expect(answers(fake)).toEqual([]);
  });

  it("is told so of the no to all from a server as well", async () => {
    const fake = await openGate([formRequest()], { guarded: true });
    await click(button("Dismiss all from this server"));
    expect(hold()).toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
  });

  it("is told so again when the guard has started again", async () => {
    await openGate([newToolRequest()]);
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await pass(0);
    expect(hold()).toBeEmptyDOMElement();
    await key("a");
    expect(hold()).toHaveTextContent("One moment…");
  });

  it("gives way to what else the yes waits for", async () => {
    await openGate([writeRequest("call-write")], { guarded: true });
    await click(button("Allow once"));
    expect(hold()).toHaveTextContent(/^One moment…$/);
    await pass(500);
    expect(hold()).toHaveTextContent("Open the shortened text first.");
  });

  it("says nothing of a moment after a press that only what is shortened held up", async () => {
    await openGate([writeRequest("call-write")]);
    await click(button("Allow once"));
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await pass(0);
    expect(hold()).toHaveTextContent("Open the shortened text");
  });

  it("says nothing of a moment when nothing can be answered at all", async () => {
    const fake = await openGate([newToolRequest()]);
    fake.failNext("attend", { code: "consent.stale", sentence: "Gone." });
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await pass(0);
    await click(button("Deny"));
    expect(hold()).toBeEmptyDOMElement();
    expect(gate()).toHaveTextContent("Gone.");
  });
});

describe("a press that nothing comes of", () => {
  it("is told so while a folder is being chosen, and a no is taken", async () => {
    const fake = await openGate([rootsRequest()]);
    fake.reply("add_root", () => new Promise(() => {}) as never);
    await click(button("Add folder…"));
    await key("a");
    expect(hold()).toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
    await pass(600);
    await key("d");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(["decline"]);
  });

  it("is told what is missing of an own answer", async () => {
    const fake = await openGate([samplingRequest()]);
    await click(button("Reply myself"));
    await pass(500);
    await click(button(/^Send reply/));
    expect(within(gate()).getAllByRole("status").at(-1)).toHaveTextContent("Write a reply first.");
    expect(answers(fake)).toEqual([]);
  });

  it("is told so in the moment in which a request ended", async () => {
    const fake = await openGate([newToolRequest()]);
    await act(async () => fake.end("req-issue", "withdrawn"));
    await click(button("Close"));
    expect(hold()).toHaveTextContent("One moment…");
    await pass(500);
    expect(hold()).toBeEmptyDOMElement();
    await click(button("Close"));
    expect(noGate()).toBeNull();
  });

  it("marks a part that may vary before an answer would be taken", async () => {
    await openGate([changedRequest()], { guarded: true });
    const [part] = within(gate()).getAllByRole("checkbox");
    expect(part).toBeEnabled();
    await click(part as HTMLElement);
    expect(part).toBeChecked();
  });
});

describe("a press that comes too soon after another", () => {
  it.each(["a", "d"])("is told so by the key %s, and answers nothing", async (pressed) => {
    const fake = await openGate([newToolRequest()]);
    await key("x");
    await key(pressed);
    expect(hold()).toHaveTextContent(/^One moment…$/);
    await pass(500);
    expect(hold()).toBeEmptyDOMElement();
    expect(answers(fake)).toEqual([]);
    await key(pressed);
    expect(answers(fake)).toHaveLength(1);
  });

  it("is told so in the menu that was just opened", async () => {
    const fake = await openGate([newToolRequest()]);
    await click(button("Allow…"));
    await pass(200);
    await click(inMenu(/^For an hour/));
    const said = () => within(allowMenu()).getAllByRole("status")[0];
    expect(said()).toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
    await pass(300);
    expect(said()).toBeEmptyDOMElement();
    await click(inMenu(/^For an hour/));
    expect(answers(fake)).toHaveLength(1);
  });
});
