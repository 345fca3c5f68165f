import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Request } from "../bindings/host";
import { Countdown } from "../elements/Countdown";
import { DecisionDialog } from "../elements/DecisionDialog";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { changedRequest, launchRequest, newToolRequest } from "../platform/fakeHost/requests";
import { gate, openGate, pass } from "../test/gate";
import { signInQuestion } from "../test/requestKinds";
import { show } from "../test/show";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

const timer = () => within(gate()).getByRole("timer");
const endsIn = (request: Request, ms: number) => ({ ...request, expires_at: Date.now() + ms });

describe("how long a request waits", () => {
  it("is counted down once a second, and not read out each time", async () => {
    await openGate([endsIn(newToolRequest(), 272_000)], { guarded: true });
    expect(timer()).toHaveTextContent(/^Denied in 4:32 if you do not answer$/);
    expect(timer()).toHaveAttribute("aria-live", "off");
    expect(timer().closest("[role=status]")).toBeNull();
    await pass(1_000);
    expect(timer()).toHaveTextContent("Denied in 4:31");
  });

  it("draws nothing else of the dialog again", async () => {
    const drawn = vi.fn(() => null);
    const Body = drawn;
    await show(
      <DecisionDialog
        ready
        question="Let it run?"
        under="a server"
        covers={null}
        actions={{ no: [], yes: [] }}
        hold={null}
        ends={<Countdown kind="tool" at={Date.now() + 60_000} />}
      >
        <Body />
      </DecisionDialog>,
    );
    const before = drawn.mock.calls.length;
    await pass(3_000);
    expect(timer()).toHaveTextContent("Denied in 0:57");
    expect(drawn).toHaveBeenCalledTimes(before);
  });

  it("says of a tool that changed that it stays blocked", async () => {
    await openGate([endsIn(changedRequest(), 60_000)], { guarded: true });
    expect(timer()).toHaveTextContent("Stays blocked if you do not answer within 1:00");
  });

  it.each([
    ["a server to add", () => launchRequest(), "Cancelled"],
    ["a sign-in", () => signInQuestion(), "Cancelled"],
    ["a form", () => formRequest(), "Dismissed"],
    ["an address", () => linkRequest(), "Dismissed"],
    ["folders", () => rootsRequest(), "Dismissed"],
    // The host puts the same question again, for half an hour.
    ["a page", () => pageRequest(), "Asked again"],
  ])("says how %s ends", async (_name, make, word) => {
    await openGate([endsIn(make(), 60_000)], { guarded: true });
    expect(timer()).toHaveTextContent(`${word} in 1:00 if you do not answer`);
  });

  it("ends at nothing, until the host takes the request away", async () => {
    await openGate([endsIn(newToolRequest(), 1_000)]);
    await pass(5_000);
    expect(screen.getByRole("timer")).toHaveTextContent("Denied in 0:00");
  });
});
