import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Message } from "../../bindings/host";
import type { FakeHost, FakeHostOptions } from "../../platform/fakeHost";
import { inWords, message } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { goTo, show, showApp } from "../../test/show";
import { ChatRoom } from "./ChatRoom";

const ID = "conv-flaky";
const mine = () => screen.getAllByRole("article", { name: "You" });
const answers = () => screen.getAllByRole("article", { name: "Model" });
const edited = () => screen.getByRole("textbox", { name: "Edit message" });

const LARGE = { id: "large", name: "Large", provider: "There", tools: true };
const SMALL = { id: "small", name: "Small", provider: "Here", tools: false };

const stop = (fake: FakeHost) => act(async () => void (await fake.call("stop_conversation", { id: ID })));

/** As many messages, of a person and a model by turns. */
function fill(fake: FakeHost, count: number): void {
  fake.conversation(ID).messages = Array.from({ length: count }, (_, index) =>
    message([inWords(`message ${index + 1}`)], {
      seq: index + 1,
      speaker: index % 2 === 0 ? "person" : "model",
    }),
  );
}

async function opened(options: FakeHostOptions = {}) {
  const shown = await show(<ChatRoom path={[ID]} />, options);
  await screen.findByText(/was not loaded/);
  return shown;
}

describe("a conversation that branches", () => {
  it("edits a message, keeps the old one a step away, moves there and back with focus", async () => {
    const { user, fake } = await opened();
    const before = mine().at(-1)?.textContent ?? "";
    await user.click(within(mine().at(-1) as HTMLElement).getByRole("button", { name: "Edit" }));
    const field = screen.getByRole("textbox", { name: "Edit message" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, "Why is it green?{Enter}");
    expect(await screen.findByText("Why is it green?")).toBeInTheDocument();
    expect(screen.queryByText(/was not loaded/)).toBeNull();
    expect(screen.getByText("2 of 2")).toBeInTheDocument();
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    await stop(fake);
    await user.click(screen.getByRole("button", { name: "Previous version" }));
    expect(await screen.findByText(/was not loaded/)).toBeInTheDocument();
    expect(mine().at(-1)).toHaveTextContent(before.slice(0, 12));
    expect(screen.getByText("1 of 2")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Previous version" })).toHaveFocus();
    expect(screen.getByRole("button", { name: "Previous version" })).toHaveAttribute("aria-disabled", "true");
    await user.click(screen.getByRole("button", { name: "Next version" }));
    expect(await screen.findByText("Why is it green?")).toBeInTheDocument();
    await expectAxeClean(screen.getByTestId("messages"));
  });

  it("is edited by the arrow up in an empty message field, and goes back there", async () => {
    const { user } = await show(<ChatRoom path={[ID]} />);
    const last = (await screen.findAllByRole("article", { name: "You" })).at(-1);
    const write = screen.getByRole("textbox", { name: "Message" });
    await user.type(write, "half a word{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.clear(write);
    await user.keyboard("{Shift>}{ArrowUp}{/Shift}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    await user.keyboard("{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit message" });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("dir", "auto");
    expect(last?.textContent).toContain((field as HTMLTextAreaElement).value.slice(0, 12));
    // Whoever went back to the message field comes to the open edit once more.
    await user.click(write);
    await user.keyboard("{ArrowUp}");
    await waitFor(() => expect(field).toHaveFocus());
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("textbox", { name: "Edit message" })).toBeNull();
    expect(write).toHaveFocus();
  });

  it("is edited by the arrow up also where its last message is far below what is read", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    fill(fake, 400);
    await goTo(`#/chat/${ID}/100`);
    expect(await screen.findByText("message 100")).toBeInTheDocument();
    expect(screen.queryByText("message 400")).toBeNull();
    await user.click(screen.getByRole("textbox", { name: "Message" }));
    await user.keyboard("{ArrowUp}");
    const field = await screen.findByRole("textbox", { name: "Edit message" });
    expect(field).toHaveValue("message 399");
    expect(field).toHaveFocus();
  });

  it("keeps an edit on Escape and when it cannot be sent, and drops it on Cancel", async () => {
    const { user, fake } = await opened();
    const edit = () => within(mine().at(-1) as HTMLElement).getByRole("button", { name: "Edit" });
    await user.click(edit());
    await user.type(screen.getByRole("textbox", { name: "Edit message" }), "!{Escape}");
    expect(fake.sent("say_instead")).toEqual([]);
    await user.click(edit());
    expect(edited()).toHaveDisplayValue(/!$/);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(edit());
    expect(edited()).not.toHaveDisplayValue(/!$/);
    await user.keyboard("{Escape}");
    fake.failNext("say_instead", { code: "input.bad", sentence: "The model is still at work." });
    await user.click(edit());
    const field = screen.getByRole("textbox", { name: "Edit message" });
    await user.type(field, " now{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("The model is still at work.");
    expect(field).toHaveDisplayValue(/ now$/);
    await user.keyboard("{Enter}");
    expect(await screen.findByText(/ now$/)).toBeInTheDocument();
    await stop(fake);
    // What was sent is no draft of the message that it was written over.
    await user.click(screen.getByRole("button", { name: "Previous version" }));
    await screen.findByText("1 of 2");
    await user.click(edit());
    expect(edited()).not.toHaveDisplayValue(/ now$/);
  });

  it("offers other models for an answer, those that can call tools first", async () => {
    const { user, fake } = await opened();
    fake.conversation(ID).models = [SMALL, LARGE];
    act(() => fake.tellConversations());
    await user.click(within(answers().at(-1) as HTMLElement).getByRole("button", { name: "Regenerate" }));
    await waitFor(() =>
      expect(screen.getAllByRole("menuitem").map((it) => it.textContent)).toEqual([
        expect.stringMatching(/^With/),
        "Large There",
        "Small Here · no tools",
      ]),
    );
  });

  it("copies the words of an answer and nothing of its calls, and those of the user", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText");
    const { user } = await opened();
    const last = answers().at(-1) as HTMLElement;
    await user.click(within(last).getByRole("button", { name: "Copy reply" }));
    expect(write).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^I look at the log\.[\s\S]*See \[the log\]/),
    );
    expect(await within(last).findByText("Copied")).toBeVisible();
    const own = screen.getAllByRole("article", { name: "You" })[0] as HTMLElement;
    await user.click(within(own).getByRole("button", { name: "Copy message" }));
    expect(write).toHaveBeenLastCalledWith("Why is the build red?");
    write.mockRestore();
  });

  it("makes an answer again, also once with another model", async () => {
    const { user, fake } = await opened();
    const last = answers().at(-1) as HTMLElement;
    const seq = Number(last.dataset.seq);
    await user.click(within(last).getByRole("button", { name: "Regenerate" }));
    await user.click(await screen.findByRole("menuitem", { name: /^With/ }));
    expect(fake.sent("answer_again")).toContainEqual({ conversation: ID, seq, model: null });
    expect(await screen.findByText("2 of 2")).toBeInTheDocument();
    expect(screen.queryByText(/was not loaded/)).toBeNull();
    // Nothing branches while the model is at work.
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Regenerate" })).toBeNull();
    expect(screen.getByRole("button", { name: "Previous version" })).toHaveAttribute("aria-disabled", "true");
  });
});

/** A conversation whose last reply is by one of two models. */
const twoModels = {
  prepare: (world: FakeHost["world"]) => {
    const conversation = world.conversation(ID);
    conversation.models = [LARGE, SMALL];
    conversation.summary.model = "Large";
    const by = { model: "Large", tokens_in: 12, tokens_out: 34, dollars: 0.5 };
    Object.assign(conversation.messages.findLast((it) => it.speaker === "model") ?? {}, { by });
  },
};
const beside = () => screen.queryByRole("region", { name: "Compared version" });
const compare = () => screen.getByRole("button", { name: "Compare" });

async function regenerates(user: Awaited<ReturnType<typeof show>>["user"], by: RegExp): Promise<void> {
  await user.click(within(answers().at(-1) as HTMLElement).getByRole("button", { name: "Regenerate" }));
  await user.click(await screen.findByRole("menuitem", { name: by }));
}

describe("two replies side by side", () => {
  it("has the first reply beside that of another model from its first word on", async () => {
    const { user, fake } = await opened(twoModels);
    await regenerates(user, /^Small/);
    expect(await screen.findByText("2 of 2")).toBeInTheDocument();
    const first = beside() as HTMLElement;
    expect(first).toHaveTextContent(/^Large · 12 input tokens · 34 output tokens/);
    expect(first).toHaveTextContent(/was not loaded/);
    const second = answers().at(-1) as HTMLElement;
    expect(second).toHaveTextContent(/^Small/);
    expect(second).toContainElement(first);
    await stop(fake);
    expect(beside()).toHaveTextContent(/was not loaded/);
    for (const name of ["Regenerate", "Copy reply", "Compare", "Previous version"]) {
      expect(within(beside() as HTMLElement).queryByRole("button", { name })).toBeNull();
    }
    await expectAxeClean(screen.getByTestId("messages"));
  });

  it("is closed by Escape and by its button, with the focus there, and opened again", async () => {
    const { user, fake } = await opened(twoModels);
    await regenerates(user, /^Small/);
    await screen.findByText("2 of 2");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
    within(beside() as HTMLElement)
      .getAllByRole("button")[0]
      ?.focus();
    expect(beside()).toContainElement(document.activeElement as HTMLElement);
    await user.keyboard("{Escape}");
    expect(beside()).toBeNull();
    expect(compare()).toHaveFocus();
    expect(compare()).toHaveAttribute("aria-expanded", "false");
    await stop(fake);
    await user.click(compare());
    expect(compare()).toHaveAttribute("aria-expanded", "true");
    expect(compare()).toHaveAttribute("aria-controls", beside()?.id);
    expect(await within(beside() as HTMLElement).findByText(/was not loaded/)).toBeInTheDocument();
    await user.click(compare());
    expect(beside()).toBeNull();
    expect(compare()).toHaveFocus();
  });

  it("closes where another reply of the same model is asked for, or none is made", async () => {
    const { user, fake } = await opened(twoModels);
    fake.failNext("answer_again", { code: "input.bad", sentence: "The model is still at work." });
    await regenerates(user, /^Small/);
    expect(await screen.findByRole("alert")).toHaveTextContent("still at work");
    expect(beside()).toBeNull();
    // Nothing was left to open where another version comes about otherwise.
    const seq = Number((answers().at(-1) as HTMLElement).dataset.seq);
    await act(async () => void (await fake.call("answer_again", { conversation: ID, seq, model: null })));
    await screen.findByText("2 of 2");
    expect(beside()).toBeNull();
    await stop(fake);
    await user.click(compare());
    expect(beside()).not.toBeNull();
    await regenerates(user, /^With/);
    expect(beside()).toBeNull();
  });

  it("is over when another conversation was looked at", async () => {
    const { user, fake } = await showApp(`#/chat/${ID}`, twoModels);
    await screen.findByText(/was not loaded/);
    await regenerates(user, /^Small/);
    await waitFor(() => expect(beside()).not.toBeNull());
    await stop(fake);
    await goTo("#/chat/conv-notes");
    await screen.findByText(/18 changes/);
    await goTo(`#/chat/${ID}`);
    await screen.findByText("2 of 2");
    expect(beside()).toBeNull();
  });

  /** Three versions of a reply, of which the last is shown. */
  async function threeVersions() {
    const version = (place: number, text: string): Message =>
      message([inWords(text)], {
        seq: 100 + place,
        parent: 1,
        by: { model: `model ${place}`, tokens_in: null, tokens_out: null, dollars: null },
        branch: {
          place,
          of: 3,
          before: place > 1 ? 99 + place : null,
          after: place < 3 ? 101 + place : null,
        },
      });
    const versions = [
      version(1, "the oldest"),
      version(2, 'see <b id="b">![x](https://x.test/x.png)'),
      version(3, "new"),
    ];
    const shown = await show(<ChatRoom path={[ID]} />, {
      prepare: (world) => {
        const conversation = world.conversation(ID);
        const asked = { ...(conversation.messages[0] as Message), seq: 1 };
        conversation.messages = [asked, versions[2] as Message];
      },
    });
    shown.fake.reply("message", ({ seq }) => versions[seq - 101] as Message);
    shown.fake.reply("show_branch", ({ seq }) => {
      const conversation = shown.fake.conversation(ID);
      conversation.messages = [conversation.messages[0] as Message, versions[seq - 101] as Message];
      return conversation;
    });
    await screen.findByText("new");
    return shown;
  }

  it("steps through the others, over the one that is shown, and draws them as safely", async () => {
    const { user } = await threeVersions();
    await user.click(compare());
    const other = await screen.findByRole("region", { name: "Compared version" });
    expect(await within(other).findByText("2 of 3")).toBeInTheDocument();
    expect(other).toHaveTextContent('<b id="b">');
    expect(other.querySelector("img, b")).toBeNull();
    const forth = within(other).getByRole("button", { name: "Compare with next version" });
    expect(forth).toHaveAttribute("aria-disabled", "true");
    const back = within(other).getByRole("button", { name: "Compare with previous version" });
    await user.click(back);
    expect(await within(other).findByText("1 of 3")).toBeInTheDocument();
    expect(other).toHaveTextContent("the oldest");
    expect(back).toHaveFocus();
    // The arrows of the reply itself work as ever: to one that is not beside it, and then to the one that is.
    await user.click(screen.getByRole("button", { name: "Previous version" }));
    await waitFor(() => expect(answers().at(-1)).toHaveTextContent(/^model 2/));
    expect(other).toHaveTextContent("the oldest");
    await user.click(screen.getByRole("button", { name: "Previous version" }));
    await waitFor(() => expect(answers().at(-1)).toHaveTextContent(/^model 1/));
    await waitFor(() => expect(other).toHaveTextContent(/model 2/));
  });

  it("says why a version cannot be shown", async () => {
    const { user, fake } = await threeVersions();
    fake.failNext("message", { code: "not_found", sentence: "This message no longer exists." });
    await user.click(compare());
    expect(await screen.findByRole("alert")).toHaveTextContent("no longer exists");
  });
});

describe("searching conversations", () => {
  it("shows what was found with marks as text, and leads to the message", async () => {
    const { user, fake } = await showApp("#/chat");
    await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), "not loaded");
    // The fake host's words of the model have a picture that is not loaded only as they are shown.
    await waitFor(() => expect(fake.sent("find_chats")).not.toEqual([]));
    expect(await screen.findByText(/^No results/)).toBeInTheDocument();
    await user.clear(screen.getByRole("searchbox", { name: "Search conversations" }));
    await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), "build");
    const found = await screen.findByRole("region", { name: "Search results" });
    await waitFor(() => {
      const marks = [...found.querySelectorAll("mark")];
      expect(marks.length).toBeGreaterThan(0);
      // Not those of the first letters.
      expect(marks.every((it) => /build/i.test(it.textContent ?? ""))).toBe(true);
    });
    const hit = within(found)
      .getAllByRole("link")
      .find((it) => /#\/chat\/[^/]+\/\d+$/.test((it as HTMLAnchorElement).href));
    await user.click(hit as HTMLElement);
    const isSought = () => expect(document.activeElement?.getAttribute("data-sought")).toBe("true");
    await waitFor(isSought);
    // Whoever read on since is led back by the same result.
    screen.getByRole("textbox", { name: "Message" }).focus();
    await user.click(hit as HTMLElement);
    await waitFor(isSought);
  });

  it("keeps what was found until there is something else", async () => {
    const { fake } = await showApp("#/chat");
    const box = await screen.findByRole("searchbox", { name: "Search conversations" });
    fireEvent.change(box, { target: { value: "build" } });
    const found = await screen.findByRole("region", { name: "Search results" });
    await waitFor(() => expect(within(found).getAllByRole("link").length).toBeGreaterThan(0));
    const answer = fake.hold("find_chats");
    fireEvent.change(box, { target: { value: "buildxyz" } });
    await waitFor(() => expect(fake.sent("find_chats").at(-1)).toMatchObject({ words: "buildxyz" }));
    expect(within(found).getAllByRole("link").length).toBeGreaterThan(0);
    await act(async () => answer());
    expect(await within(found).findByText(/^No results/)).toBeVisible();
    expect(within(found).queryByRole("link")).toBeNull();
  });

  it("is emptied by Escape, though not by that of an input method", async () => {
    const { user } = await showApp("#/chat");
    const box = await screen.findByRole("searchbox", { name: "Search conversations" });
    await user.type(box, "建");
    fireEvent.keyDown(box, { key: "Escape", isComposing: true });
    expect(box).toHaveValue("建");
    await user.type(box, "{Escape}");
    expect(box).toHaveValue("");
  });

  it("says while conversations are indexed that some may be missing", async () => {
    const { user, fake } = await showApp("#/chat");
    fake.reply("find_chats", async (args, usual) => ({ ...(await usual(args)), indexing: true }));
    await user.type(await screen.findByRole("searchbox", { name: "Search conversations" }), "build");
    expect(await screen.findByText(/^Conversations are being indexed/)).toBeVisible();
  });

  it("goes to a message far back without drawing all that lies between", async () => {
    const { fake } = await showApp("#/chat/conv-notes");
    fill(fake, 2_000);
    await goTo(`#/chat/${ID}/300`);
    expect(await screen.findByText("message 300")).toBeInTheDocument();
    expect(screen.getAllByRole("article").length).toBeLessThan(300);
    expect(screen.queryByText("message 2000")).toBeNull();
    await waitFor(() => expect(document.activeElement).toHaveTextContent("message 300"));
    expect(screen.getByRole("button", { name: "Jump to latest" })).toBeInTheDocument();
  });

  it("goes from there to the newest message with a key, then to the message field", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    fill(fake, 400);
    await goTo(`#/chat/${ID}/100`);
    await waitFor(() => expect(document.activeElement).toHaveTextContent("message 100"));
    screen.getByRole("button", { name: "Jump to latest" }).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText("message 400")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Jump to latest" })).toBeNull();
    expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus();
  });
});

describe("exporting a conversation", () => {
  it("says what is in the file before, and where it is afterwards", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    await user.click(await screen.findByRole("button", { name: /^More for “Why is the build red/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Export…" }));
    const asked = screen.getByRole("group", { name: "Export conversation" });
    expect(asked).toHaveTextContent("JSON contains every branch");
    const end = fake.hold("export_conversation");
    const markdown = within(asked).getByRole("button", { name: "Markdown…" });
    await user.click(markdown);
    // The focus stays on it, and a second press asks for no second file.
    expect(markdown).toBeEnabled();
    expect(markdown).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(fake.sent("export_conversation")).toHaveLength(1);
    await act(async () => end());
    expect(fake.sent("export_conversation")).toContainEqual({ id: ID, format: "markdown" });
    const saved = await within(asked).findByRole("status");
    expect(saved).toHaveTextContent(
      "Saved to /home/ada/conversation.md. Its 2 images are in the folder conversation-files next to it.",
    );
    expect(within(asked).getByRole("button", { name: "Done" })).toHaveFocus();
  });

  it("says why it was not written", async () => {
    const { user, fake } = await show(<ChatRoom path={[ID]} />);
    fake.failNext("export_conversation", {
      code: "input.bad",
      sentence: "“/full/x.md” was not written: no space left on device.",
      remedy: "Choose another place.",
    });
    await user.click(await screen.findByRole("button", { name: /^More for “Why is the build red/ }));
    await user.click(await screen.findByRole("menuitem", { name: "Export…" }));
    await user.click(screen.getByRole("button", { name: "JSON…" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("no space left on device");
  });
});
