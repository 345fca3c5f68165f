import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { writeRequest } from "../platform/fakeHost/requests";
import { expectAxeClean } from "../test/axe";
import { answers, button, gate, key, openGate, pass } from "../test/gate";
import { requestKinds } from "../test/requestKinds";
import { withFakeTimers } from "../test/timers";
import { whereWord } from "../words";

withFakeTimers();

/** `docs/security/approval-requests.md`: what holds for requests of every kind. */
describe("a request of every kind", () => {
  // Proves S-34, S-35.
  it.each(requestKinds)(
    "%s is a question of ours about a named server, with its scope",
    async (_name, make) => {
      const request = { ...make(), covers: "Exactly this, in a sentence." };
      await openGate([request]);
      expect(gate()).toHaveAccessibleName(request.question);
      expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
      expect(gate()).toHaveTextContent("Your approval covers: Exactly this, in a sentence.");
      const { origin, whereabouts } = request.server;
      // Of one that is not added yet, what would run or be reached is the first of its rows.
      if (request.asked.kind !== "launch") {
        expect(gate()).toHaveTextContent(`${whereWord(whereabouts)} · ${origin}`);
      }
      // Nothing that a server wrote leads anywhere or loads anything.
      expect(gate().querySelector("a, iframe, object, embed, [src^=http]")).toBeNull();
    },
  );

  // Proves S-35.
  it.each(requestKinds)("%s has the mark of its server beside the question", async (_name, make) => {
    const request = make();
    const mark = { letters: "Q7", color: "violet" } as const;
    await openGate([{ ...request, server: { ...request.server, mark } }]);
    expect(gate().querySelector("[data-mark]")).toHaveTextContent("Q7");
    expect(gate().querySelector("[data-mark]")).toHaveAttribute("data-color", "violet");
  });

  it.each(requestKinds)("%s says how long it waits", async (_name, make) => {
    await openGate([{ ...make(), expires_at: Date.now() + 120_000 }]);
    expect(within(gate()).getByRole("timer")).toHaveTextContent(
      / in (2:00|1:5\d) if you do not answer$| if you do not answer within (2:00|1:5\d)$/,
    );
  });

  it.each(requestKinds)("%s stands at its place among those that wait", async (_name, make) => {
    await openGate([make(), writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("1 of 2");
  });

  // Proves S-39.
  it.each(requestKinds)("%s that expires while it is read stays, without an answer", async (_name, make) => {
    const request = make();
    const fake = await openGate([request]);
    await act(async () => fake.end(request.id, "expired"));
    expect(gate()).toHaveAccessibleName(request.question);
    expect(within(gate()).getByRole("alert")).toHaveTextContent(/^Expired at/);
    expect(screen.queryByRole("timer")).toBeNull();
    await pass(1_000);
    await key("a");
    await key("d");
    expect(answers(fake)).toEqual([]);
  });

  it.each(requestKinds)("%s has no filled yes, and axe finds nothing", async (_name, make) => {
    await openGate([make()]);
    const filled = gate().querySelectorAll("button[data-variant=filled]");
    expect([...filled].map((it) => it.getAttribute("aria-keyshortcuts"))).toEqual([...filled].map(() => "D"));
    expect(button(/^Decide later/)).toBeEnabled();
    await expectAxeClean(gate());
  });
});
