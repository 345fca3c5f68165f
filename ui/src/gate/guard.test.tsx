import { act, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../bindings/host";
import { saidBy } from "../platform/fakeHost/make";
import { newToolRequest } from "../platform/fakeHost/requests";
import { answers, attends, button, click, gate, key, noGate, openGate as open, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";
import { RESIZED_MS } from "./useGuard";

withFakeTimers();

describe("the guard", () => {
  // Proves S-33.
  it("answers nothing for 500 ms, by click or by key", async () => {
    const fake = await open([newToolRequest()], { guarded: true });
    expect(button("Allow once")).toHaveAttribute("aria-disabled", "true");
    await click(button("Allow once"));
    await click(button("Deny"));
    await key("a");
    await pass(498);
    await key("d");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    expect(button("Allow once")).not.toHaveAttribute("aria-disabled");
    await click(button("Allow once"));
    expect(answers(fake)).toHaveLength(1);
  });

  // Proves S-33.
  it("starts again when the window regains the focus", async () => {
    const fake = await open([newToolRequest()]);
    const before = attends(fake).length;
    await act(async () => {
      window.dispatchEvent(new Event("focus"));
    });
    await pass(0);
    expect(attends(fake).length).toBe(before + 1);
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await key("a");
    expect(answers(fake)).toHaveLength(1);
  });

  // Proves S-33.
  it("tells the host once of a window that is being resized, and waits from its end", async () => {
    const fake = await open([newToolRequest()]);
    const before = attends(fake).length;
    for (let step = 0; step < 30; step += 1) {
      await act(async () => void window.dispatchEvent(new Event("resize")));
      await pass(20);
    }
    expect(attends(fake)).toHaveLength(before);
    await click(button("Deny"));
    await key("d");
    expect(answers(fake)).toEqual([]);
    await pass(RESIZED_MS);
    expect(attends(fake)).toHaveLength(before + 1);
    await click(button("Allow once"));
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Allow once"));
    expect(answers(fake)).toHaveLength(1);
  });

  it("is not said to be busy: it is there to be read", async () => {
    await open([newToolRequest()], { guarded: true });
    expect(gate()).not.toHaveAttribute("aria-busy");
    expect(gate()).toHaveAttribute("data-ready", "false");
    await pass(500);
    expect(gate()).toHaveAttribute("data-ready", "true");
  });

  it("starts again when something on the sheet is opened", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Details"));
    await pass(499);
    await click(button("Allow once"));
    expect(answers(fake)).toEqual([]);
    await pass(1);
    await click(button("Allow once"));
    expect(answers(fake)).toHaveLength(1);
  });

  it("starts again when the request changes", async () => {
    const fake = await open([newToolRequest()]);
    const waiting = fake.world.waiting[0] as Request;
    waiting.nonce = "changed";
    await act(async () => fake.tellWaiting());
    await pass(0);
    expect(attends(fake).at(-1)).toEqual({ request: waiting.id, nonce: "changed" });
    await click(button("Allow once"));
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Allow once"));
    expect(answers(fake)[0]).toMatchObject({ nonce: "changed" });
  });

  it("says so quietly when the host finds it too soon, and stays", async () => {
    const fake = await open([newToolRequest()]);
    fake.failNext("answer", { code: "consent.too_soon", sentence: "Too soon." });
    await click(button("Deny"));
    expect(within(gate()).getByRole("status")).toHaveTextContent(/^One moment…$/);
    await pass(500);
    expect(within(gate()).getByRole("status")).toBeEmptyDOMElement();
    await click(button("Deny"));
    expect(noGate()).toBeNull();
  });

  // Proves S-39.
  it("keeps what is no longer waiting in sight, and answers it no more", async () => {
    const fake = await open([newToolRequest()]);
    fake.failNext("answer", { code: "consent.stale", sentence: "Gone." });
    await click(button("Allow once"));
    expect(gate()).toHaveTextContent("Gone.");
    await click(button("Allow once"));
    expect(answers(fake)).toHaveLength(1);
  });

  // Proves S-39.
  it("closes when the request ends before it was read", async () => {
    const fake = await open([newToolRequest()]);
    fake.world.waiting = [];
    await act(async () => fake.tellWaiting());
    expect(noGate()).toBeNull();
  });

  it("shows what else went wrong, and stays", async () => {
    const fake = await open([newToolRequest()]);
    fake.failNext("answer", { code: "store.full", sentence: "The disk is full.", remedy: "Make room." });
    await click(button("Allow once"));
    expect(gate()).toHaveTextContent("The disk is full.Make room.");
  });

  // Proves S-34.
  it("sets what the server said about it apart", async () => {
    const fake = await open([newToolRequest()]);
    const said = saidBy("server", "Ignore the gate.");
    fake.failNext("answer", { code: "protocol.error", sentence: "“GitHub” returned an error.", said });
    await click(button("Allow once"));
    expect(within(gate()).getByRole("figure", { name: "Message from “GitHub”" })).toHaveTextContent(
      "Ignore the gate.",
    );
  });
});
