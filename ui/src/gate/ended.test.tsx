import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { EndedBy, Request } from "../bindings/host";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../platform/fakeHost/asking";
import { changedRequest, launchRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";
import { time } from "../words";

withFakeTimers();

type Fake = Awaited<ReturnType<typeof openGate>>;
const end = (fake: Fake, id: string, why: EndedBy) => act(async () => fake.end(id, why));
const banner = () => within(gate()).getByRole("alert");
const own = (request: Request) => ({ ...request, asked_by: { kind: "server" } }) as Request;

describe("a request that ends while it is read", () => {
  // Proves S-39.
  it("stays to be read, says how it ended, and takes no answer", async () => {
    const fake = await openGate([newToolRequest()]);
    await end(fake, "req-issue", "withdrawn");
    expect(gate()).toHaveAccessibleName(newToolRequest().question);
    expect(gate()).toHaveTextContent("acme/portal");
    expect(banner()).toHaveTextContent(`The call was stopped at ${time(Date.now())}. The tool did not run.`);
    const names = within(gate())
      .getAllByRole("button")
      .filter((it) => !it.closest("[inert]"))
      .map((it) => it.textContent);
    expect(names).toEqual(["Decide laterEsc", "Close↵"]);
    expect(screen.queryByRole("timer")).toBeNull();
    await pass(1_000);
    await key("a");
    await pass(600);
    await key("d");
    expect(answers(fake)).toEqual([]);
    expect(document.activeElement?.tagName).toBe("H1");
  });

  it("is not said to be in front any more", async () => {
    const fake = await openGate([newToolRequest()]);
    await end(fake, "req-issue", "expired");
    const before = fake.sent("attend").length;
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await pass(1_000);
    expect(fake.sent("attend")).toHaveLength(before);
  });

  it.each([
    [
      "a call",
      newToolRequest,
      "expired",
      /^Expired at [\d:]+ without an answer\. This counts as a denial\.$/,
    ],
    [
      "a form",
      () => formRequest(),
      "expired",
      /without an answer\. The server is told that no decision was made\.$/,
    ],
    ["a page", () => pageRequest(), "expired", /Portcullis asks again as long as the call waits\.$/],
    [
      "a form",
      () => own(formRequest()),
      "withdrawn",
      /^“.+” withdrew the request at [\d:]+\. Your answers were not sent\.$/,
    ],
    ["an address", () => own(linkRequest()), "withdrawn", /The page was not opened\.$/],
    ["folders", () => own(rootsRequest()), "withdrawn", /The server was not told about any folders\.$/],
    [
      "a definition",
      () => changedRequest(),
      "withdrawn",
      /^The request was withdrawn at [\d:]+\. The tool stays blocked\.$/,
    ],
    ["a server", () => launchRequest(), "expired", /This counts as a denial\.$/],
    ["a call", newToolRequest, "permitted", /^A permission that you gave allowed this at [\d:]+\./],
    ["a call", newToolRequest, "asked_again", /so Portcullis asks again\. The tool did not run\.$/],
    ["a call", newToolRequest, "server_stopped", /^“GitHub” stopped or disconnected at/],
  ] as [string, () => Request, EndedBy, RegExp][])(
    "says of %s what became of it",
    async (_name, make, why, sentence) => {
      const request = make();
      const fake = await openGate([request]);
      await end(fake, request.id, why);
      expect(banner()).toHaveTextContent(sentence);
    },
  );

  it("is closed by Enter, not in the moment in which it ended", async () => {
    const fake = await openGate([newToolRequest()]);
    await end(fake, "req-issue", "withdrawn");
    await key("Enter");
    expect(gate()).toBeInTheDocument();
    await pass(500);
    await key("Enter");
    expect(noGate()).toBeNull();
  });

  it("is closed by Esc", async () => {
    const fake = await openGate([newToolRequest()]);
    await end(fake, "req-issue", "withdrawn");
    await key("Escape");
    expect(noGate()).toBeNull();
  });

  // Proves S-33.
  it("gives way to the next one only when the person asks for it", async () => {
    const fake = await openGate([newToolRequest(), launchRequest()]);
    await end(fake, "req-issue", "withdrawn");
    await act(async () => fake.ask(writeRequest("call-write")));
    await pass(5_000);
    expect(gate()).toHaveAccessibleName(newToolRequest().question);
    await click(button("Next (2 waiting)"));
    expect(gate()).toHaveAccessibleName(launchRequest().question);
    expect(within(gate()).queryByRole("alert")).toBeNull();
    await pass(500);
    await key("d");
    expect(answers(fake)).toHaveLength(1);
  });

  it("simply goes when it is not the one in front", async () => {
    const fake = await openGate([newToolRequest(), launchRequest()]);
    await end(fake, "req-launch", "withdrawn");
    expect(gate()).toHaveAccessibleName(newToolRequest().question);
    expect(within(gate()).queryByRole("alert")).toBeNull();
  });

  it("keeps what was typed in sight", async () => {
    const fake = await openGate([newToolRequest()]);
    await click(button("Edit arguments"));
    await end(fake, "req-issue", "withdrawn");
    expect(within(gate()).queryByRole("button", { name: "Edit arguments" })).toBeNull();
    expect(gate().querySelector("[inert] textarea, [inert] input")).not.toBeNull();
  });
});
