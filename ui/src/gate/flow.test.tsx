import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { classRequest, flowRequest } from "../platform/fakeHost/flows";
import { allowMenu, answers, button, click, gate, inMenu, key, openGate } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

describe("a call in which all three meet", () => {
  // Proves S-78.
  it("says whose data may go where, and for which servers that is not set", async () => {
    await openGate([flowRequest()]);
    expect(gate()).toHaveTextContent("These arguments may send data from “Project files” to “GitHub”.");
    expect(gate()).toHaveTextContent("“Project files” via read_file at");
    expect(gate()).toHaveTextContent("data flow not set");
    expect(gate()).toHaveTextContent("All of docs/internal/plan.md");
  });

  // Proves S-78.
  it("offers nothing for longer than once", async () => {
    await openGate([flowRequest()]);
    await click(button("Allow…"));
    expect(screen.getByText("Calls with this data-flow warning always need approval.")).toBeInTheDocument();
    expect(within(allowMenu()).queryByRole("button")).toBeNull();
  });
});

describe("a call that may send out what its own server gave", () => {
  // Proves S-78.
  it("says why, and permissions may be given with it", async () => {
    const made = flowRequest();
    if (made.asked.kind !== "tool" || made.asked.flow === null) {
      throw new Error("it is a call in which something meets");
    }
    made.asked.flow.once = true;
    made.asked.flow.sentence = "This tool of “Hub” can send data out.";
    made.asked.scopes = [{ scope: "hour", sentence: "This tool may run for an hour without asking." }];
    made.asked.no_always = null;
    await openGate([made]);
    expect(gate()).toHaveTextContent("This tool of “Hub” can send data out.");
    await click(button("Allow…"));
    expect(inMenu(/For an hour/)).toBeInTheDocument();
  });
});

describe("a setting that makes something looser", () => {
  // Proves S-78.
  it("shows what it would be and what it was, and waits after Esc", async () => {
    const fake = await openGate([classRequest()]);
    expect(gate()).toHaveTextContent("Relax the data flow rules for “Project files”?");
    expect(gate()).toHaveTextContent(/Sends data out\s*no\s*before\s*not said/);
    await key("Escape");
    expect(answers(fake)).toEqual([]);
    expect(fake.world.waiting).toHaveLength(1);
  });
});
