import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer, Request } from "../bindings/host";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { classRequest } from "../platform/fakeHost/flows";
import { changedRequest, launchRequest, newToolRequest } from "../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../platform/fakeHost/sampling";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../test/gate";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Of each kind what `A` and `D` answer. No `A`: what lasts, starts a program or opens a page needs its button. */
const kinds: [string, () => Request, Answer["kind"] | null, Answer["kind"]][] = [
  ["a tool", newToolRequest, "allow_once", "deny"],
  ["a server", () => launchRequest(), null, "deny"],
  ["a changed definition", () => changedRequest(), null, "deny"],
  ["a setting", classRequest, null, "deny"],
  ["a request to a model", () => samplingRequest(), "allow_once", "deny"],
  ["an answer of a model", () => answerRequest(), "allow_once", "deny"],
  // Its yes is Send, after the review.
  ["a form", () => formRequest(), null, "decline"],
  ["an address", () => linkRequest(), null, "decline"],
  ["a page", () => pageRequest(), "done", "deny"],
  ["folders", () => rootsRequest(), "share", "decline"],
];

/** The keys that the answers of the gate name. */
const named = () =>
  [...gate().querySelectorAll("button[aria-keyshortcuts]")].map((it) => it.getAttribute("aria-keyshortcuts"));

describe("one meaning of a key for every kind", () => {
  it.each(kinds)("A is the yes of %s, or nothing", async (_name, make, yes) => {
    const fake = await openGate([make()]);
    expect(named().includes("A")).toBe(yes !== null);
    await key("a");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual(yes === null ? [] : [yes]);
  });

  it.each(kinds)("D is the no of %s, and its button says so", async (_name, make, _yes, no) => {
    const fake = await openGate([make()]);
    expect(named()).toContain("D");
    await key("d");
    expect(answers(fake).map((it) => it.answer.kind)).toEqual([no]);
  });

  it.each(kinds)("Esc leaves %s waiting", async (_name, make) => {
    const fake = await openGate([make()]);
    expect(named()).toContain("Escape");
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(fake.world.waiting).toHaveLength(1);
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
