import { within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../../bindings/host";
import { reviewRow, value, words } from "../../platform/fakeHost/make";
import { changeLaunchRequest, launchRequest } from "../../platform/fakeHost/requests";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, openGate as open, pass } from "../../test/gate";
import { withFakeTimers } from "../../test/timers";

withFakeTimers();

const row = (name: string) =>
  within(gate())
    .getAllByRole("term")
    .find((it) => it.textContent === name)?.nextElementSibling;
const tokens = (of: Element | null | undefined) =>
  [...(of?.querySelectorAll("[data-literal=true]") ?? [])].map((it) => it.textContent);

const demo = (): Request =>
  launchRequest("Demo", {
    built_in: "This server comes with Portcullis and changes nothing on this computer.",
    warnings: [],
    rows: [
      reviewRow("Label", [value("Demo")]),
      reviewRow("Program", [words("the demo server inside Portcullis")]),
    ],
  });

describe("the question about a launch", () => {
  // Proves S-08.
  it("says first what runs, on one line, then where from and what it gets", async () => {
    await open([launchRequest()]);
    const titles = within(gate()).getAllByRole("heading", { level: 2 });
    expect(titles.map((it) => it.textContent)).toEqual(["Runs", "Receives"]);
    expect(row("Command")?.querySelectorAll("ul")).toHaveLength(1);
    expect(tokens(row("Command"))).toEqual(["npx", "-y", "@acme/weather-mcp", "--units", "metric"]);
    expect(row("From")).toHaveTextContent("found on PATH");
    expect(row("Working folder")).toHaveTextContent("your home folder");
    await expectAxeClean(gate());
  });

  // Proves S-08, S-68.
  it("says before all else that there is no fence, and lesser things without a frame", async () => {
    const warnings = [
      {
        code: "fence.none",
        severity: "high" as const,
        sentence: "Not fenced: this program can do anything.",
      },
      { code: "launch.files", severity: "medium" as const, sentence: "A data file is among the arguments." },
    ];
    await open([launchRequest("Weather", { warnings })]);
    const text = gate().textContent ?? "";
    expect(text.indexOf("Not fenced")).toBeLessThan(text.indexOf("Runs"));
    // It is said once.
    expect(text).not.toContain("can do what you can do on this computer");
    expect(text).toContain("Continue only if you know where this program comes from.");
    const lesser = within(gate()).getByRole("list", { name: "Warnings" });
    expect(lesser).toHaveTextContent("A data file is among the arguments.");
    expect(lesser).not.toHaveTextContent("Not fenced");
  });

  // Proves S-08.
  it("shows the whole line before where a part of it changes", async () => {
    await open([changeLaunchRequest()]);
    expect(tokens(row("Command"))).toEqual([
      "mcp-server-filesystem",
      "/home/ada/portal",
      "mcp-server-filesystem",
      "/home/ada/portal/docs",
    ]);
    expect(row("Command")).toHaveTextContent(/before/);
  });

  // Proves S-64.
  it("names the variables that are inherited, one press away", async () => {
    const fake = await open([launchRequest()]);
    const fold = button("Inherited: 3 variables");
    expect(fold).toHaveAttribute("aria-expanded", "false");
    expect(gate()).not.toHaveTextContent("HOME");
    await click(fold);
    const names = within(gate()).getByRole("list", { name: "Inherited variables" });
    expect(within(names).getAllByRole("listitem")).toHaveLength(3);
    expect(names).toHaveTextContent("HOMELANGPATH");
    // The sheet moved, so nothing is taken for a moment.
    await click(button("Add and start"));
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Add and start"));
    expect(answers(fake)).toHaveLength(1);
  });

  it("warns before what is usual, and says what any program can do", async () => {
    await open([launchRequest()]);
    const warning = within(gate()).getByText(
      "npx runs the newest version of “@acme/weather-mcp” at each start. Choose “Pin this version” to approve one.",
    );
    const usual = button("Default: Protocol version, Limits");
    expect(warning.compareDocumentPosition(usual)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(gate()).toHaveTextContent(
      "npx runs the newest version of “@acme/weather-mcp” at each start. Choose “Pin this version” to approve one.",
    );
    expect(gate()).toHaveTextContent("can do what you can do on this computer");
  });

  // Proves S-14.
  it("pins a version instead of a start, where the host can fetch one", async () => {
    const fake = await open([launchRequest("Weather", { pinnable: true })]);
    await click(button("Pin this version"));
    expect(answers(fake).map((it) => it.answer)).toEqual([{ kind: "pin_version" }]);
  });

  // Proves S-14.
  it("has no button to pin what the host cannot fetch", async () => {
    await open([launchRequest()]);
    expect(within(gate()).queryByRole("button", { name: "Pin this version" })).toBeNull();
  });

  // Proves S-08.
  it("does not alarm about the demo, which the host says is our own", async () => {
    await open([demo()]);
    expect(gate()).toHaveTextContent("comes with Portcullis and changes nothing on this computer");
    expect(gate()).not.toHaveTextContent("Continue only if you know where it comes from");
    expect(row("Program")).toHaveTextContent("the demo server inside Portcullis");
  });

  // Proves S-08.
  it("says of a program that only has its name what it says of any", async () => {
    const request = launchRequest("portcullis-demo", {
      rows: [reviewRow("Program", [value("/tmp/portcullis-demo")])],
    });
    await open([request]);
    expect(gate()).not.toHaveTextContent("comes with Portcullis");
    expect(gate()).toHaveTextContent("Continue only if you know where it comes from");
    expect(gate()).toHaveTextContent(
      "npx runs the newest version of “@acme/weather-mcp” at each start. Choose “Pin this version” to approve one.",
    );
  });

  it("names the program of a fence whose grants stand above", async () => {
    const rows = [
      reviewRow("Program", [value("/usr/bin/notes")]),
      reviewRow("Fence", [words("May read"), value("/home/ada/notes")]),
    ];
    await open([launchRequest("Notes", { rows })]);
    expect(gate()).toHaveTextContent("Continue only if you know where this program comes from.");
    expect(gate()).not.toHaveTextContent("can do what you can do on this computer");
  });

  it("calls an address what it is, with nothing inherited", async () => {
    const request = launchRequest("Notes", {
      inherited: [],
      rows: [reviewRow("Address", [value("https://notes.example/mcp")])],
    });
    await open([request]);
    expect(within(gate()).getByRole("heading", { level: 2, name: "Connects to" })).toBeInTheDocument();
    expect(row("URL")).toHaveTextContent("https://notes.example/mcp");
    expect(gate()).not.toHaveTextContent("Inherited");
  });
});
