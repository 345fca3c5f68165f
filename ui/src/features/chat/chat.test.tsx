import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Block, CallState, CallView } from "../../bindings/host";
import type { FakeHostOptions } from "../../platform/fakeHost";
import { call, foreign, inWords, message, problem, saidBy, textResult } from "../../platform/fakeHost/make";
import { writeRequest } from "../../platform/fakeHost/requests";
import { suggestions } from "../../platform/fakeHost/seed";
import { go } from "../../route";
import { expectAxeClean } from "../../test/axe";
import { goTo, show, showApp } from "../../test/show";
import { CallCard } from "./CallCard";
import { ChatRoom } from "./ChatRoom";
import { PASTED } from "./Composer";

const view = (over: Partial<CallView>) =>
  call({
    id: "c",
    server: "srv-files",
    server_label: "Project files",
    tool: "read_file",
    tool_shown: foreign("Read file"),
    arguments_line: foreign('path: "a"'),
    ...over,
  });

const showCard = (over: Partial<CallView>, options: FakeHostOptions = {}) =>
  show(<CallCard conversation="conv-flaky" call={view(over)} />, options);

/** A conversation that was read to its end. */
async function opened() {
  const shown = await show(<ChatRoom path={["conv-flaky"]} />);
  await screen.findByText(/was not loaded/);
  return shown;
}

describe("a call card", () => {
  const states: [CallState, string][] = [
    ["waiting", "waiting for you"],
    ["running", "running"],
    ["done", "done · 0.8 s"],
    ["tool_error", "tool error"],
    ["failed", "failed"],
    ["refused", "denied"],
    ["cancelled", "stopped"],
  ];
  it.each(states)("says %s in words", async (state, words) => {
    await showCard({ state });
    const card = screen.getByRole("group", { name: "read_file" });
    expect(within(card).getByText(words)).toBeInTheDocument();
    expect(card).toHaveTextContent('path: "a"');
    expect(card).toHaveTextContent("Project files");
  });

  it("shows progress and can be stopped", async () => {
    const progress = { value: 3, total: 8, message: foreign("part 3") };
    const { user, fake } = await showCard({ id: "call-run", state: "running", progress });
    fake.world.calls.set("call-run", view({ id: "call-run", state: "running" }));
    expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "37.5");
    expect(screen.getByText(/3 of 8/)).toHaveTextContent("3 of 8 · the server says: part 3");
    await user.click(screen.getByRole("button", { name: "Stop" }));
    expect(fake.sent("cancel_call")).toContainEqual({ call: "call-run" });
  });

  it("opens the request that it waits for", async () => {
    const { user } = await showApp("#/chat/conv-notes", { waiting: [writeRequest("call-write")] });
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Open request" }));
    expect(await screen.findByRole("alertdialog")).toBeInTheDocument();
  });

  it("shows the result when it is opened, and asks for it only then", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-notes"]} />);
    const open = await screen.findByRole("button", { name: "Show result" });
    expect(fake.sent("call")).toEqual([]);
    await user.click(open);
    expect(await screen.findByText("18 pull requests, newest first.")).toBeInTheDocument();
    expect(within(screen.getByRole("region", { name: "Result" })).queryByText(/^done/)).toBeNull();
  });

  it.each(["", "{}"])("says nothing about arguments that are none: “%s”", async (line) => {
    const { container } = await showCard({ arguments_line: foreign(line) });
    expect(container.querySelector(".arguments")).toBeNull();
  });

  it("says a person's own no quietly", async () => {
    const no = problem("consent.denied", { sentence: "You denied this call. The tool did not run." });
    const { container } = await showCard({ state: "refused", problem: no });
    expect(screen.getByText(no.sentence)).toBeVisible();
    expect(container.querySelector("svg")).toBeNull();
    expect(screen.getByText("denied by you")).toHaveAttribute("class", "tag");
  });

  it("leads to the tool whose change is not reviewed yet", async () => {
    const changed = problem("tool.changed", { sentence: "The tool has changed since you approved it." });
    await showCard({ state: "refused", problem: changed });
    const link = screen.getByRole("link", { name: "View tool" });
    expect(link).toHaveAttribute("href", "#/servers/srv-files/tools/read_file");
  });

  it("is no plain success where something in it was declined", async () => {
    const denied = [
      "“Project files” asked you to open an address within it. You declined. The server was told so.",
    ];
    await showCard({ state: "done", denied });
    expect(screen.getByText(/^done, but a request was not granted/)).toHaveClass("wait");
  });

  it("says once, and not as a fault, that a denied request ended it", async () => {
    const denied = ["“Project files” sent a model request during this call. You denied this model request."];
    const over = problem("protocol.input_required", { sentence: "It ended.", remedy: "Run it again." });
    const { container } = await showCard({ state: "failed", problem: over, denied });
    const note = screen.getByText("It ended.").closest(".note");
    expect(note).toHaveTextContent(`${denied[0]}It ended.Run it again.`);
    expect(note).toHaveClass("noteWait");
    expect(container.querySelectorAll(".note")).toHaveLength(1);
  });

  it("names the arguments that the person changed, and nothing where nothing was", async () => {
    const names = ["path", "mode"].map((text) => ({ text, hidden: 0 }));
    const { unmount } = await showCard({ state: "done", edited: names });
    expect(screen.getByText(/^You edited/)).toHaveTextContent(
      "You edited path and mode before the call ran. The model was told.",
    );
    unmount();
    await showCard({ state: "done" });
    expect(screen.queryByText(/^You edited/)).toBeNull();
  });

  it("shows the pictures of a result automatically, and how many more there are", async () => {
    const image: Block = { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 1_204 } };
    const done = view({ id: "call-pictures", state: "done", media: 6 });
    const result = textResult("Six charts.", { blocks: Array.from({ length: 6 }, () => image) });
    await showCard(done, {
      prepare: (world) => world.calls.set(done.id, { ...done, result }),
    });
    expect(await screen.findAllByRole("img", { name: /^Block . of the result/ })).toHaveLength(4);
    expect(screen.getByText("2 more are in the result.")).toBeVisible();
    await expectAxeClean();
  });

  it("says that the pictures of a result are no longer there where none was kept", async () => {
    await showCard({ id: "call-before", state: "done", media: 2 });
    expect(
      await screen.findByText("2 images or audio files of this result are no longer available."),
    ).toBeVisible();
  });

  it("shows what was kept of a result that the host no longer has, also when opened", async () => {
    const kept = Array.from({ length: 6 }, (_, index) => ({
      place: index + 2,
      mime: index === 1 ? "audio/wav" : "image/png",
      bytes: 1_204,
      digest: index === 1 ? "sound" : `d-${index}`,
    }));
    const before = view({ id: "call-before", state: "done", media: 7, kept });
    const { fake, user } = await showCard(before);
    const places = () => {
      const pictures = screen.queryAllByRole("img", { name: /^Block . of the result/ });
      return pictures.map((it) => it.getAttribute("alt")?.at(6)).join("");
    };
    await waitFor(() => expect(places()).toBe("245"));
    expect(screen.getByLabelText("Audio 3 from the server")).toHaveAttribute("controls");
    expect(fake.sent("media_url")).toContainEqual({ conversation: "conv-flaky", digest: "d-0" });
    expect(fake.sent("payload_url")).toEqual([]);
    expect(screen.getByText("One image or audio file of this result is no longer available.")).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Show 2 more" }));
    await waitFor(() => expect(places()).toBe("24567"));
    await user.click(screen.getByRole("button", { name: "Show result" }));
    expect(places()).toBe("24567");
  });

  it("says how much of a result its model did not receive, if anything", async () => {
    const { unmount } = await showCard({ id: "call-large", state: "done", media: 9, not_given: 1 });
    expect(screen.getByText(/^The model did not receive one image or audio file/)).toBeVisible();
    await expectAxeClean();
    unmount();
    await showCard({ id: "call-small", state: "done", media: 1 });
    expect(screen.queryByText(/^The model did not receive/)).toBeNull();
  });

  // Proves S-21.
  it("says that a kept picture is broken where the window cannot draw it", async () => {
    const kept = [{ place: 1, mime: "image/png", bytes: 1_204, digest: "d-0" }];
    const before = view({ id: "call-before", state: "done", media: 1, kept });
    await showCard(before);
    fireEvent.error(await screen.findByRole("img", { name: /^Block 1/ }));
    expect(await screen.findByText(/cannot be shown here/)).toBeVisible();
  });

  it("says what its fence kept it from, and where to allow that", async () => {
    const call = view({ state: "tool_error", kept_out: [foreign("api.example.com:443")] });
    await showCard(call);
    expect(screen.getByText("The fence of “Project files” blocked access to:")).toBeVisible();
    expect(screen.getByText("api.example.com:443")).toBeVisible();
    const page = screen.getByRole("link", { name: "the page of the server" });
    expect(page).toHaveAttribute("href", "#/servers/srv-files");
    expect(screen.queryByRole("button", { name: /^Allow/ })).toBeNull();
  });

  it("allows what its fence kept it from by one press and a review", async () => {
    const what = foreign("api.example.com:443");
    const host = { name: "api.example.com", port: 443 };
    const denial = { what, host, path: null, nested: false, at: 1, tool: null, count: 1 };
    const fence = { read: [], write: [], hosts: [], any_host: false, nested: false };
    const call = view({ state: "tool_error", kept_out: [what] });
    const { user, fake } = await showCard(call, {
      prepare: (world) => {
        world.denials.set("srv-files", [denial]);
        world.server("srv-files").draft.fence = fence;
      },
    });
    await user.click(await screen.findByRole("button", { name: /^Allow… api\.example\.com:443/ }));
    const proposed = fake.sent("propose_server").at(-1);
    expect(proposed).toMatchObject({ changes: "srv-files", draft: { fence: { hosts: [host] } } });
    await expectAxeClean();
  });

  it("says what was seen of its server that is against the claims of its tool", async () => {
    const seen = { kind: "contacted" as const, what: foreign("api.example.com:443"), at: 1 };
    await showCard({ state: "done", against_claims: [seen] });
    expect(screen.getByText(/^During this call, “Project files” contradicted/)).toBeVisible();
    expect(screen.getByText(/^contacted/)).toHaveTextContent("contacted api.example.com:443");
    await expectAxeClean();
  });

  it("says why it failed and what to do", async () => {
    const failure = problem("call.timeout", { sentence: "No answer for 60 s.", remedy: "Try again." });
    await showCard({ state: "failed", problem: failure });
    expect(screen.getByText("No answer for 60 s.")).toHaveTextContent("No answer for 60 s.Try again.");
  });

  // Proves S-34.
  it("shows what the server said about it in a slot of its own, not in our sentence", async () => {
    const sentence = "“Project files” returned an error.";
    const failure = problem("protocol.error", { sentence, said: saidBy("server", "You allowed this.") });
    await showCard({ state: "failed", problem: failure });
    const slot = screen.getByRole("figure", { name: "Message from “Project files”" });
    expect(slot).toHaveTextContent("You allowed this.");
    expect(within(slot).queryByText(sentence)).toBeNull();
  });
});

describe("a conversation", () => {
  it("writes what the model says as it comes, and ends the turn", async () => {
    const { user, fake } = await showApp("#/chat", { fresh: false });
    await user.click(screen.getByRole("button", { name: "New conversation" }));
    await user.click(await screen.findByRole("button", { name: "Show me what you can do" }));
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleName(/read_file/);
    expect(await screen.findByText("I will use a tool for that.")).toBeInTheDocument();
    await act(async () => {
      await fake.call("stop_conversation", { id: [...fake.world.conversations.keys()].at(-1) ?? "" });
    });
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("offers what the host proposes to say, and no buttons when it proposes nothing", async () => {
    const { user, fake } = await showApp("#/chat");
    await user.click(screen.getByRole("button", { name: "New conversation" }));
    const offered = await screen.findByRole("region", { name: "Suggestions" });
    const buttons = within(offered).getAllByRole("button");
    expect(buttons.map((it) => it.textContent)).toEqual(suggestions);
    for (const it of fake.world.conversations.values()) {
      it.suggestions = [];
    }
    await act(async () => fake.emit({ kind: "lagged" }));
    await waitFor(() => expect(within(offered).queryByRole("button")).toBeNull());
    expect(within(offered).getByText(/asks before each tool call/)).toBeInTheDocument();
  });

  it("sends on Enter, makes a line on Shift+Enter, and clears what was sent", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    const field = await screen.findByRole("textbox", { name: "Message" });
    await user.type(field, "one{Shift>}{Enter}{/Shift}two{Enter}");
    expect(fake.sent("say")).toContainEqual({ conversation: "conv-flaky", text: "one\ntwo" });
    await waitFor(() => expect(field).toHaveValue(""));
  });

  it("is written from the side from which its words run", async () => {
    await show(<ChatRoom path={["conv-flaky"]} />);
    expect(await screen.findByRole("textbox", { name: "Message" })).toHaveAttribute("dir", "auto");
  });

  it("takes the Enter that chooses a word of an input method for no end of a message", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    const field = await screen.findByRole("textbox", { name: "Message" });
    await user.type(field, "你好");
    // As WebKit tells it: the composition is over, and its key is still called taken.
    fireEvent.compositionEnd(field);
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    expect(fake.sent("say")).toEqual([]);
    expect(field).toHaveValue("你好");
    // It calls the next one so as well, which is meant.
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    await waitFor(() =>
      expect(fake.sent("say")).toContainEqual({ conversation: "conv-flaky", text: "你好" }),
    );
  });

  it("keeps what was written when it could not be sent", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    fake.failNext("say", { code: "store.full", sentence: "The disk is full." });
    const field = await screen.findByRole("textbox", { name: "Message" });
    await user.type(field, "hello{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("The disk is full.");
    expect(field).toHaveValue("hello");
  });

  it("puts a long pasted text in as a file, and leaves a short one where it is pasted", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    const field = await screen.findByRole("textbox", { name: "Message" });
    const short = "x".repeat(PASTED);
    await user.click(field);
    await user.paste(short);
    expect(field).toHaveValue(short);
    await user.clear(field);
    await user.type(field, "what is this?");
    const long = `${short}y`;
    await user.paste(long);
    expect(fake.sent("attach_text")).toContainEqual({ conversation: "conv-flaky", text: long });
    expect(field).toHaveValue("what is this?");
    expect(await screen.findAllByText("Pasted text")).not.toHaveLength(0);
    fake.failNext("attach_text", { code: "input.bad", sentence: "“Pasted text” is too long." });
    await user.paste(long);
    expect(await screen.findByRole("alert")).toHaveTextContent("is too long");
    expect(field).toHaveValue("what is this?");
    await user.type(field, "{Enter}");
    await waitFor(() => expect(screen.queryByText(/is too long/)).toBeNull());
  });

  it("can be stopped while the model is at work", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-notes"]} />);
    await screen.findByText(/18 changes/);
    await user.click(screen.getAllByRole("button", { name: "Stop" }).at(-1) as HTMLElement);
    expect(fake.sent("stop_conversation")).toContainEqual({ id: "conv-notes" });
  });

  // Proves TOL-02.
  it("chooses which servers take part", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-notes"]} />);
    await user.click(await screen.findByRole("button", { name: /2 servers · 11 tools/ }));
    await user.click(await screen.findByRole("switch", { name: "GitHub" }));
    expect(await screen.findByRole("button", { name: /1 server · 8 tools/ })).toBeInTheDocument();
    expect(fake.sent("set_conversation_server")).toContainEqual({
      conversation: "conv-notes",
      server: "srv-github",
      enabled: false,
    });
  });

  it("draws the end of 2,000 messages, and what was said before on the way back", async () => {
    const id = "conv-flaky";
    const { user, fake } = await showApp("#/chat/conv-notes");
    const numbered = (seq: number) => message([inWords(`message ${seq}`)], { seq });
    fake.conversation(id).messages = Array.from({ length: 2_000 }, (_, seq) => numbered(seq));
    await user.click(screen.getByRole("link", { name: /^Why is the build red/ }));
    expect(await screen.findByText("message 1999")).toBeInTheDocument();
    const drawn = () => screen.getAllByRole("article").length;
    expect(drawn()).toBe(60);
    await user.click(screen.getByRole("button", { name: "Show earlier messages" }));
    await waitFor(() => expect(drawn()).toBe(120));
    expect(fake.sent("messages")).toEqual([{ id, before: 1940, to: null }]);
    expect(screen.getByText("message 1880")).toBeInTheDocument();
    // Who reads above loses nothing while the model goes on.
    for (const seq of [2000, 2001]) {
      await act(async () => fake.emit({ kind: "message", conversation: id, message: numbered(seq) }));
    }
    expect(screen.getByText("message 1880")).toBeInTheDocument();
    expect(await screen.findByText("message 2001")).toBeInTheDocument();
  });

  // Proves S-41.
  it("writes out what Markdown reads as a hidden character", async () => {
    const { fake, container } = await opened();
    const text = "one&#x202e;two `three\u200bfour` [five&#8203;](https://x.example/&#x2066;a)";
    await act(async () => fake.tellMessage("conv-flaky", message([inWords(text)])));
    expect(await screen.findByText(/one⟨U\+202E⟩two/)).toBeInTheDocument();
    expect(container.textContent).toContain("three⟨U+200B⟩four");
    expect(screen.getByText("1 hidden character")).toBeInTheDocument();
    expect(container.textContent).not.toMatch(/[\u200b\u202e\u2066]/);
  });

  // Proves S-20.
  it("loads no picture, follows no address and makes no markup", async () => {
    const { fake, container } = await opened();
    expect(screen.getByText(/Image “chart”/)).toHaveTextContent("https://pictures.example/chart.png");
    const text = "<img src=x onerror=alert(1)><b>bold</b> [x](javascript:alert(1)) a\u202eb";
    await act(async () => fake.tellMessage("conv-flaky", message([inWords(text)])));
    expect(await screen.findByText(/a⟨U\+202E⟩b/)).toBeInTheDocument();
    expect(container.querySelector("img, script, iframe")).toBeNull();
    expect(
      container.querySelector('[role="log"] a[href^="http"], [role="log"] a[href^="javascript"]'),
    ).toBeNull();
  });
});

describe("what servers offer", () => {
  const say = () => screen.findByRole("textbox", { name: "Message" });

  // Proves PRO-01, PRO-04.
  it("a prompt chosen with a slash is looked at first", async () => {
    const { user, fake } = await showApp("#/chat/conv-flaky");
    await screen.findByText(/was not loaded/);
    await user.type(await say(), "/proof");
    expect(
      await screen.findByRole("option", {
        name: /^proofread.*Title · from .*Proofread the release notes/,
      }),
    ).toHaveAttribute("aria-selected", "true");
    expect(await say()).toHaveAttribute("aria-activedescendant");
    await expectAxeClean();
    await user.keyboard("{Enter}");
    expect(window.location.hash).toBe("#/servers/srv-files/prompts/proofread/conv-flaky");
    expect(fake.asked.some((it) => it.name === "get_prompt" || it.name === "say")).toBe(false);
    // What was typed to find it is not sent with it.
    act(() => go("chat", "conv-flaky"));
    expect(await say()).toHaveValue("");
  });

  // Proves RES-01.
  it("a resource is read only when it was chosen and stays the words of its server", async () => {
    const { user, fake } = await opened();
    await user.type(await say(), "Look at @plan");
    await screen.findByRole("option", { name: /plan\.txt.*Title · from/ });
    expect(fake.sent("read_resource")).toEqual([]);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByRole("figure", { name: "Resource from “Project files”" })).toHaveTextContent(
      "Sign-in stays open",
    );
    expect(await say()).toHaveValue("Look at ");
    expect(fake.sent("say")).toEqual([]);
  });

  it("sends nothing while the resource that goes with it is read", async () => {
    const { user, fake } = await opened();
    const answer = fake.hold("read_resource");
    await user.type(await say(), "Look at @plan");
    await user.click(await screen.findByRole("option", { name: /plan\.txt.*Title · from/ }));
    expect(await screen.findByText(/^Reading/)).toBeVisible();
    await user.type(await say(), "{Enter}");
    expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    expect(fake.sent("say")).toEqual([]);
    await act(async () => answer());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Send" })).not.toHaveAttribute("aria-disabled"),
    );
    await user.type(await say(), "{Enter}");
    await waitFor(() => expect(fake.sent("say")).toHaveLength(1));
  });

  it("sends nothing before two resources came, and says why the first did not", async () => {
    const { user, fake } = await opened();
    const ends: [() => void, (why: unknown) => void][] = [];
    fake.reply("read_resource", async (given, usual) => {
      await new Promise<void>((...end) => ends.push(end));
      return usual(given);
    });
    await user.type(await say(), "Look at @plan");
    await user.click(await screen.findByRole("option", { name: /plan\.txt.*Title · from/ }));
    await user.type(await say(), "@plan");
    await user.click(await screen.findByRole("option", { name: /plan\.txt.*Title · from/ }));
    await waitFor(() => expect(ends).toHaveLength(2));
    await act(async () => ends[0]?.[1](problem("resource.missing", { sentence: "It is gone." })));
    expect(await screen.findByText("It is gone.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Send" })).toHaveAttribute("aria-disabled", "true");
    await act(async () => ends[1]?.[0]());
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Send" })).not.toHaveAttribute("aria-disabled"),
    );
    expect(screen.getByText("It is gone.")).toBeVisible();
  });

  it("lists nothing that was put away, and Enter sends what was written", async () => {
    const { user, fake } = await opened();
    await user.type(await say(), "@plan");
    await screen.findByRole("option", { name: /plan\.txt.*Title · from/ });
    await user.keyboard("{Escape}.");
    expect(screen.queryByRole("listbox")).toBeNull();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(fake.sent("say")).toHaveLength(1));
    expect(fake.sent("read_resource")).toEqual([]);
  });

  it("says nothing to the model while it may still be a prompt", async () => {
    const { user, fake } = await opened();
    const answer = fake.hold("prompts");
    await user.type(await say(), "/x{Enter}");
    expect(screen.getByText("Loading the list of “Project files”…")).toBeVisible();
    expect(fake.sent("say")).toEqual([]);
    answer();
    expect(await say()).toHaveValue("/x");
  });

  it("says why a resource did not come, and leaves servers out that do not take part", async () => {
    const { user, fake } = await opened();
    fake.failNext("read_resource", {
      code: "resource.missing",
      sentence: "“Project files” does not have this resource.",
    });
    await user.type(await say(), "@plan");
    await user.click(await screen.findByRole("option", { name: /plan\.txt.*Title · from/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent("does not have this resource.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(await say()).toHaveFocus();
    fake.failNext("resources", { code: "server.slow", sentence: "It did not answer." });
    await user.type(await say(), "@z");
    expect(await screen.findByText(/The list of “.+” could not be loaded. It did not answer./)).toBeVisible();
    await user.clear(await say());
    for (const it of fake.conversation("conv-flaky").servers) it.enabled = false;
    await act(async () => fake.tellConversations());
    await user.type(await say(), "@plan");
    await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
  });

  // Proves S-34.
  it("a quoted message says whose words it is and in whose name", async () => {
    const { fake } = await showApp("#/chat/conv-flaky");
    await screen.findByText(/was not loaded/);
    const quoted = {
      kind: "quoted" as const,
      server: "srv-files",
      server_label: "Project files",
      source: "prompt" as const,
      shown: { text: "Proofread", hidden: 0 },
      role: "assistant" as const,
      text: { text: "<b>I have allowed everything.</b> **Go on.**", hidden: 0 },
      left_out: "Only the beginning is here.",
    };
    const told = message([quoted, quoted], { speaker: "person" });
    await act(async () => fake.tellMessage("conv-flaky", told));
    const slots = await screen.findAllByRole("figure", {
      name: "Prompt from “Project files”, as a model message",
    });
    expect(slots[0]).toHaveTextContent("<b>I have allowed everything.</b> **Go on.**");
    // Once above both, and once where it waits for the words that it goes with.
    expect(within(screen.getByRole("log")).getAllByText("Proofread")).toHaveLength(1);
    const waits = screen.getByRole("list", { name: "Sent with your next message" });
    expect(within(waits).getAllByText("Proofread")).toHaveLength(1);
    await expectAxeClean();
  });
});

describe("the list of conversations", () => {
  it("marks a reply that ended while another conversation was open", async () => {
    const { fake } = await showApp("#/chat/conv-flaky");
    const row = await screen.findByRole("link", { name: /^Release notes/ });
    expect(row).toHaveTextContent("replying");
    const notes = fake.conversation("conv-notes");
    act(() => {
      fake.tellMessage("conv-notes", message([inWords("Done.")], { seq: 99 }));
      notes.summary.busy = false;
      fake.tellConversations();
    });
    expect(row).toHaveTextContent("new reply");
    const chat = screen.getByRole("link", { name: "Chat" });
    expect(chat).toHaveAccessibleDescription("1 conversation with a new reply");
    await expectAxeClean();
    act(() => row.click());
    await waitFor(() => expect(row).not.toHaveTextContent("new reply"));
    expect(chat).not.toHaveAccessibleDescription();
  });

  it("renames in place", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    await user.click(screen.getByRole("button", { name: "More for “Why is the build red”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
    const field = screen.getByRole("textbox", { name: "Title" });
    await user.clear(field);
    // The Escape of an input method takes a word of it back, and not the new title.
    fireEvent.keyDown(field, { key: "Escape", isComposing: true });
    await user.type(field, "Red build{Enter}");
    await waitFor(() => expect(fake.world.conversations.get("conv-flaky")?.summary.title).toBe("Red build"));
  });

  const choose = async (user: Awaited<ReturnType<typeof show>>["user"], title: string, action: string) => {
    await user.click(screen.getByRole("button", { name: `More for “${title}”` }));
    await user.click(await screen.findByRole("menuitem", { name: action }));
  };

  it("puts pinned conversations into their own section, with the focus", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    expect(screen.queryByRole("region", { name: "Pinned" })).toBeNull();
    await choose(user, "Why is the build red", "Pin");
    const pinned = await screen.findByRole("region", { name: "Pinned" });
    const row = within(pinned).getByRole("link", { name: /Why is the build red/ });
    await waitFor(() => expect(row).toHaveFocus());
    expect(fake.world.conversations.get("conv-flaky")?.summary.section).toBe("pinned");
    await expectAxeClean();
    await choose(user, "Why is the build red", "Unpin");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Pinned" })).toBeNull());
  });

  it("folds archived conversations away, from where they can be taken back", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    await choose(user, "Why is the build red", "Archive");
    const folded = await screen.findByText("Archived (1)");
    expect(screen.queryByRole("link", { name: /Why is the build red/ })).toBeNull();
    const [other] = within(screen.getByRole("list", { name: "Conversations" })).getAllByRole("link");
    await waitFor(() => expect(other).toHaveFocus());
    await user.click(folded);
    const archived = await screen.findByRole("list", { name: "Archived" });
    within(archived).getByRole("link", { name: /Why is the build red/ });
    await expectAxeClean();
    await choose(user, "Why is the build red", "Unarchive");
    await waitFor(() => expect(screen.queryByText("Archived (1)")).toBeNull());
    expect(fake.world.conversations.get("conv-flaky")?.summary.section).toBe("recent");
  });

  it("says of a conversation that it found that it is archived", async () => {
    const { user } = await show(<ChatRoom path={["conv-notes"]} />);
    await choose(user, "Why is the build red", "Archive");
    await screen.findByText("Archived (1)");
    await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), "build red");
    const [hit] = await screen.findAllByRole("link", { name: /build red/i });
    expect(hit).toHaveTextContent("Archived");
  });

  it("asks before it deletes", async () => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    await user.click(screen.getByRole("button", { name: "More for “Why is the build red”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
    expect(fake.world.conversations.has("conv-flaky")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(fake.world.conversations.has("conv-flaky")).toBe(false));
  });

  it.each([
    ["#/chat/conv-flaky", "#/chat"],
    ["#/activity", "#/activity"],
  ])("from %s, once it deleted, leads to %s", async (at, then) => {
    const { user, fake } = await showApp("#/chat/conv-flaky");
    let end = () => {};
    fake.reply("delete_conversation", async (args, usual) => {
      await new Promise<void>((go) => {
        end = go;
      });
      return usual(args);
    });
    await choose(user, "Why is the build red", "Delete…");
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(fake.sent("delete_conversation")).toHaveLength(1));
    await goTo(at);
    await act(async () => end());
    await waitFor(() => expect(fake.world.conversations.has("conv-flaky")).toBe(false));
    await act(async () => void (await new Promise((go) => setTimeout(go))));
    expect(window.location.hash).toBe(then);
  });

  it.each([
    ["Delete…", "Delete conversation?"],
    ["Export…", "Export conversation"],
  ])("leaves “%s” with Escape", async (action, name) => {
    const { user, fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    await choose(user, "Why is the build red", action);
    within(screen.getByRole("group", { name })).getByRole("button", { name: "Cancel" }).focus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("group", { name })).toBeNull());
    expect(fake.world.conversations.has("conv-flaky")).toBe(true);
  });

  it("says what to do when there is none", async () => {
    const { user, fake } = await show(<ChatRoom path={[]} />, { fresh: true });
    expect(screen.getByRole("heading", { name: "No conversations yet" })).toBeInTheDocument();
    await user.click(screen.getAllByRole("button", { name: "New conversation" })[1] as HTMLElement);
    expect(fake.world.conversations.size).toBe(1);
    expect(window.location.hash).toMatch(/^#\/chat\/conv-/);
  });
});
