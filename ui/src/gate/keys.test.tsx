import { cleanup, fireEvent, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Answer, Request, ServerDetail } from "../bindings/host";
import { issuer, signInRequest } from "../platform/fakeHost/accounts";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { classRequest } from "../platform/fakeHost/flows";
import {
  changedRequest,
  launchRequest,
  newToolRequest,
  refusedLaunchRequest,
  writeRequest,
} from "../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../platform/fakeHost/sampling";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** A sign-in at one authorization server. */
function signInQuestion(): Request {
  const review = {
    resource: "https://mcp.linear.example/mcp",
    why: { kind: "first" as const },
    issuers: [issuer("login.linear.example")],
    moved_from: null,
    unattended: false,
    own_client: null,
    notes: [],
  };
  return signInRequest({ summary: samplingRequest().server } as unknown as ServerDetail, review);
}

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
  ["a sign-in", signInQuestion, "sign_in", "deny"],
];

/** What is said above the answers. */
const hold = () => within(gate()).getAllByRole("status").at(-1);

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

  it.each(kinds)("a key that cannot answer %s says why", async (_name, make, yes) => {
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

  it.each(kinds)("D before %s has settled says that it takes a moment", async (_name, make) => {
    const fake = await openGate([make()], { guarded: true });
    await key("d");
    expect(hold()).toHaveTextContent("One moment…");
    expect(answers(fake)).toEqual([]);
  });

  it.each(kinds)("%s has the focus at its question, and Tab stays in it", async (_name, make) => {
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
