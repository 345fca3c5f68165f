import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { reviewRow, value } from "../platform/fakeHost/make";
import {
  changedRequest,
  changeLaunchRequest,
  launchRequest,
  newToolRequest,
  refusedLaunchRequest,
  writeRequest,
} from "../platform/fakeHost/requests";
import { expectAxeClean } from "../test/axe";
import { allowMenu, answers, button, click, gate, inMenu, key, openGate as open, pass } from "../test/gate";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** What a changed server may keep. */
const mayRun = (tool: string) => ({
  kind: "permission" as const,
  sentence: `“${tool}” of “Project files” may run without asking.`,
});

describe("the answer", () => {
  it.each([
    ["Deny", "deny"],
    ["Deny all from this server", "deny_all_from_server"],
    ["Allow once", "allow_once"],
  ])("%s", async (name, kind) => {
    const fake = await open([newToolRequest()]);
    await click(button(name));
    expect(answers(fake)[0]?.answer).toEqual({ kind });
  });

  it("a scope is a sentence in the menu", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Allow…"));
    const item = inMenu(/For an hour.*for the next hour/);
    await click(item);
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(item);
    expect(answers(fake)[0]?.answer).toEqual({ kind: "allow", scope: "hour" });
  });

  // Proves S-38.
  /** What a limit would have meant; above it is what is said when a press came too soon. */
  const trial = () => within(allowMenu()).getAllByRole("status").at(-1);

  it("a permission can be narrowed to calls like this one, tried on those before", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Allow…"));
    const limit = (name: RegExp) => within(allowMenu()).getByRole("radio", { name });
    expect(limit(/^repo is any value$/)).toBeChecked();
    await click(limit(/^repo is under acme ?\(as written, links are not checked\)$/));
    // What is not limited is part of what is said yes to.
    expect(allowMenu()).toHaveTextContent(
      "title and body can be any value. Portcullis asks about calls with any other argument.",
    );
    // Of one argument one limit is enough.
    await click(limit(/^repo is acme\/portal$/));
    expect(limit(/^repo is under acme/)).not.toBeChecked();
    await pass(600);
    expect(fake.sent("try_limits").at(-1)).toEqual({ request: newToolRequest().id, only: [1] });
    expect(trial()).toHaveTextContent("Of this call and 1 earlier call, 1 would have run without asking.");
    expect(answers(fake)).toEqual([]);
    await click(inMenu(/For an hour.*asks about all others/));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "allow_while", scope: "hour", only: [1] });
  });

  it("a limit is taken back, and the permission is for any arguments again", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Allow…"));
    await click(within(allowMenu()).getByRole("radio", { name: /^repo is acme\/portal$/ }));
    await click(within(allowMenu()).getByRole("radio", { name: /^repo is any value$/ }));
    expect(trial()).toBeEmptyDOMElement();
    await pass(500);
    await click(inMenu(/For an hour.*for the next hour/));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "allow", scope: "hour" });
  });

  it("the menu of “Allow…” is axe clean", async () => {
    await open([newToolRequest()]);
    await click(button("Allow…"));
    await expectAxeClean(allowMenu());
  });

  // Proves S-33.
  it("no answer of the menu has the focus when it opens, and Esc gives it back", async () => {
    const fake = await open([newToolRequest()]);
    button("Allow…").focus();
    await click(button("Allow…"));
    await pass(100);
    expect(allowMenu()).toContainElement(document.activeElement as HTMLElement);
    expect(document.activeElement?.matches("button, input")).toBe(false);
    await key("Escape");
    await pass(100);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(button("Allow…")).toHaveFocus();
    expect(gate()).toBeInTheDocument();
    expect(answers(fake)).toEqual([]);
  });

  // Proves S-38.
  it("says why there is no always", async () => {
    await open([writeRequest("call-write")]);
    await click(button(/more lines/));
    await pass(500);
    await click(button("Allow…"));
    expect(within(allowMenu()).queryByRole("button", { name: /Always/ })).toBeNull();
    expect(screen.getByText(/“Always allow this tool” is not available/)).toBeInTheDocument();
  });

  it("a changed definition is kept blocked by the one filled button", async () => {
    const fake = await open([changedRequest()]);
    expect(button("Keep it blocked")).toHaveAttribute("data-variant", "filled");
    await key("a");
    expect(answers(fake)).toEqual([]);
    await click(button("Keep it blocked"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "deny" });
  });

  // Proves S-46.
  it("a part that is different each time may vary from now on, and no other", async () => {
    const fake = await open([changedRequest()]);
    const part = screen.getByRole("checkbox", {
      name: /^\/inputSchema\/properties\/exclude\/default may vary: now "node_modules,\.git", before "\.git,node_modules"$/,
    });
    await click(part);
    await click(button("Accept and let 1 part vary"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "accept_varying", parts: [0] });
  });

  it("a changed definition whose text is the same says so", async () => {
    await open([changedRequest("search_files", undefined, { diff: [], changes: [], varying: [] })]);
    expect(gate()).toHaveTextContent("Its text is the same as what you approved.");
  });

  it.each([
    ["Turn off server", "turn_off"],
    ["Accept the new definition", "allow_once"],
  ])("of a changed definition: %s", async (name, kind) => {
    const fake = await open([changedRequest()]);
    await click(button(name));
    expect(answers(fake)[0]?.answer).toEqual({ kind });
  });

  it.each([
    ["Cancel", "deny"],
    ["Add without starting", "add"],
    ["Add and start", "add_and_start"],
  ])("of a launch: %s", async (name, kind) => {
    const fake = await open([launchRequest()]);
    await key("a");
    expect(answers(fake)).toEqual([]);
    await click(button(name));
    expect(answers(fake)[0]?.answer).toEqual({ kind });
  });

  it("of a change is saving, and shows what was before", async () => {
    await open([changeLaunchRequest()]);
    expect(button("Save without starting")).toBeInTheDocument();
    expect(button("Save and start")).toBeInTheDocument();
    expect(gate()).toHaveTextContent("/home/ada/portalbeforemcp-server-filesystem/home/ada/portal/docs");
  });

  it("of a program that changed is starting", async () => {
    const fake = await open([launchRequest("Weather", { because: "the program file changed" })]);
    expect(gate()).toHaveTextContent("the program file changed");
    await click(button("Start"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add_and_start" });
  });

  // Proves S-13.
  it("of a script that changed names the file, with what it was", async () => {
    const file = "/home/ada/server.py";
    const before = [value(file, "SHA-256 fedcba9876543210…")];
    const now = value(file, "script, 120 B, SHA-256 0123456789abcdef…");
    const rows = [reviewRow("Files", [now], { before })];
    await open([launchRequest("Weather", { because: `“${file}” changed`, rows })]);
    expect(gate()).toHaveTextContent("“/home/ada/server.py” changed · not started yet");
    expect(gate()).toHaveTextContent("script, 120 B, SHA-256 0123456789abcdef…");
    expect(gate()).toHaveTextContent("before/home/ada/server.pySHA-256 fedcba9876543210…");
  });

  // Proves S-13.
  it("of another program ends each permission that is not kept", async () => {
    const fake = await open([changeLaunchRequest({ carried: [mayRun("read_file"), mayRun("write_file")] })]);
    const kept = within(gate()).getAllByRole("checkbox");
    expect(kept.map((it) => (it as HTMLInputElement).checked)).toEqual([false, false]);
    await click(within(gate()).getByRole("checkbox", { name: /write_file/ }));
    await click(button("Save and start"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add_keeping", start: true, keep: [1] });
  });

  // Proves S-13.
  it("of another program keeps nothing without a word", async () => {
    const fake = await open([changeLaunchRequest({ carried: [mayRun("read_file")] })]);
    await click(button("Save without starting"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add" });
  });

  // Proves S-67.
  it("of another address sends a secret there only when it was confirmed", async () => {
    const sentence = "“Authorization” would be sent to https://new.example/mcp.";
    const carried = [{ kind: "secret" as const, sentence }, mayRun("read_file")];
    const fake = await open([changeLaunchRequest({ carried })]);
    expect(gate()).toHaveTextContent("would be sent to https://new.example/mcp");
    await click(button("Save and start"));
    expect(answers(fake)).toEqual([]);
    await click(within(gate()).getByRole("checkbox", { name: /Authorization/ }));
    await click(button("Save and start"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add_keeping", start: true, keep: [0] });
  });

  // Proves S-12.
  it("of what is refused can only be cancelling", async () => {
    await open([refusedLaunchRequest()]);
    expect(gate()).toHaveTextContent("NODE_OPTIONS");
    expect(within(gate()).queryByRole("button", { name: /start/ })).toBeNull();
    expect(gate()).not.toHaveTextContent("Your approval covers");
    expect(button("Cancel")).toBeInTheDocument();
  });
});
