import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { inWords, message } from "../platform/fakeHost/make";
import { showApp } from "../test/show";

const openPalette = () =>
  fireEvent.keyDown(document.documentElement, { key: "k", code: "KeyK", ctrlKey: true });

describe("the focus lands where a person types next", () => {
  it("in the message of a new conversation", async () => {
    const { user, fake } = await showApp("#/chat");
    await user.dblClick(screen.getByRole("button", { name: "New conversation" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
    // A double click begins one as well.
    expect(fake.sent("create_conversation")).toHaveLength(1);
  });

  it("in the message of a conversation that the keys begin, also while typing", async () => {
    const { user, fake } = await showApp("#/servers/add");
    const paste = await screen.findByRole("textbox", { name: /^Paste/ });
    await user.click(paste);
    fireEvent.keyDown(paste, { key: "n", code: "KeyN", ctrlKey: true });
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
    expect(fake.sent("create_conversation")).toHaveLength(1);
    // Held down it begins no second one.
    fireEvent.keyDown(document.body, { key: "n", code: "KeyN", ctrlKey: true, repeat: true });
    // A command is sent a moment after the key.
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(fake.sent("create_conversation")).toHaveLength(1);
  });

  it("in the message of the one conversation that two quick presses begin", async () => {
    const { fake } = await showApp("#/activity");
    let end = () => {};
    fake.reply("create_conversation", async (args, usual) => {
      await new Promise<void>((go) => {
        end = go;
      });
      return usual(args);
    });
    const press = () => fireEvent.keyDown(document.body, { key: "n", code: "KeyN", ctrlKey: true });
    press();
    press();
    await waitFor(() => expect(fake.sent("create_conversation")).toHaveLength(1));
    press();
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(fake.sent("create_conversation")).toHaveLength(1);
    await act(async () => end());
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  });

  it("in no other message where a conversation could not be begun, and says why", async () => {
    const { user, fake } = await showApp("#/chat/conv-flaky");
    fake.failNext("create_conversation", { code: "store.full", sentence: "The disk is full." });
    await user.click(screen.getByRole("button", { name: "New conversation" }));
    expect(await screen.findByText("The disk is full.")).toBeVisible();
    expect(window.location.hash).toBe("#/chat/conv-flaky");
  });

  it("in the settings that the keys open, also while typing", async () => {
    const { user } = await showApp("#/servers/add");
    const paste = await screen.findByRole("textbox", { name: /^Paste/ });
    await user.click(paste);
    fireEvent.keyDown(paste, { key: ",", code: "Comma", ctrlKey: true });
    await waitFor(() => expect(window.location.hash).toBe("#/settings"));
    await waitFor(() => expect(paste).not.toBeInTheDocument());
    await waitFor(() =>
      expect(document.querySelector("main")).toContainElement(document.activeElement as HTMLElement),
    );
  });

  it("in the question whether to quit, and begins no conversation behind it", async () => {
    const { fake } = await showApp("#/tasks");
    const notes = fake.world.conversations.get("conv-notes");
    expect(notes?.summary.busy).toBe(true);
    fireEvent.keyDown(document.body, { key: "q", code: "KeyQ", ctrlKey: true });
    const keep = await screen.findByRole("button", { name: "Keep running" });
    await waitFor(() => expect(keep).toHaveFocus());
    fireEvent.keyDown(keep, { key: "n", code: "KeyN", ctrlKey: true });
    fireEvent.keyDown(keep, { key: ",", code: "Comma", ctrlKey: true });
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(fake.sent("create_conversation")).toHaveLength(0);
    expect(window.location.hash).toBe("#/tasks");
    expect(keep).toHaveFocus();
  });

  it("in the message of a conversation that the palette begins", async () => {
    const { user } = await showApp("#/activity");
    openPalette();
    await user.type(await screen.findByRole("textbox", { name: "Search" }), "new conversation{Enter}");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  });

  it("in the field that a server is pasted into, also from another room", async () => {
    const { user } = await showApp("#/activity");
    openPalette();
    await user.type(await screen.findByRole("textbox", { name: "Search" }), "add a server{Enter}");
    const paste = await screen.findByRole("textbox", { name: /^Paste/ });
    await waitFor(() => expect(paste).toHaveFocus());
  });

  it("in the name of a variable that is added, and on the button when it is removed", async () => {
    const { user } = await showApp("#/servers/add");
    const rows = within(await screen.findByRole("group", { name: "Environment variables" }));
    await user.click(rows.getByRole("button", { name: "Add variable" }));
    expect(rows.getByRole("textbox", { name: /name/i })).toHaveFocus();
    await user.click(rows.getByRole("button", { name: /^Remove/ }));
    expect(rows.getByRole("button", { name: "Add variable" })).toHaveFocus();
  });

  it("in the message field after a button beside it, and Send twice stops nothing", async () => {
    const { user, fake } = await showApp("#/chat/conv-flaky");
    const field = await screen.findByRole("textbox", { name: "Message" });
    await user.click(screen.getByRole("button", { name: "Attach file" }));
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, "hello");
    // A busy machine takes longer between two presses than a double click may.
    let now = 1_000;
    vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => now);
    await user.dblClick(screen.getByRole("button", { name: "Send" }));
    expect(fake.sent("say")).toHaveLength(1);
    expect(fake.sent("stop_conversation")).toEqual([]);
    const stop = (await screen.findAllByRole("button", { name: "Stop" })).at(-1) as HTMLElement;
    now += 600;
    await user.click(stop);
    expect(fake.sent("stop_conversation")).toHaveLength(1);
    await waitFor(() => expect(field).toHaveFocus());
  });

  it("in the field of a conversation that is pointed at, with the keyboard in the list", async () => {
    const { user } = await showApp("#/chat/conv-notes");
    const row = await screen.findByRole("link", { name: /^Why is the build red/ });
    row.focus();
    await user.keyboard("{Enter}");
    await screen.findByText(/was not loaded/);
    expect(row).toHaveFocus();
    await user.click(row);
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
    await user.click(screen.getByRole("link", { name: /^Release notes/ }));
    await screen.findByText(/18 changes/);
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  });

  it("in the message field of a conversation that the palette opens", async () => {
    const { user } = await showApp("#/activity");
    openPalette();
    await user.type(await screen.findByRole("textbox", { name: "Search" }), "build red{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/chat/conv-flaky"));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  });

  it("in the message field when a suggestion is sent and goes", async () => {
    const { user, fake } = await showApp("#/chat");
    await user.click(screen.getByRole("button", { name: "New conversation" }));
    const suggestion = await screen.findByRole("button", { name: "Show me what you can do" });
    suggestion.focus();
    const [id = ""] = [...fake.world.conversations.keys()].slice(-1);
    await act(async () => fake.tellMessage(id, message([inWords("Well.")], { seq: 1 })));
    await waitFor(() => expect(suggestion).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Message" })).toHaveFocus());
  });

  it("in the search of the palette", async () => {
    const { user } = await showApp("#/activity");
    openPalette();
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Search" })).toHaveFocus());
    // It is open or closed for the whole window, also for the next test.
    await user.keyboard("{Escape}");
  });
});

describe("the focus returns to the opener", () => {
  it("when the palette is closed", async () => {
    const { user } = await showApp("#/servers");
    const opener = within(await screen.findByRole("navigation", { name: "All servers" })).getByRole("link", {
      name: /^.*Project files/,
    });
    opener.focus();
    openPalette();
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Search" })).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(opener).toHaveFocus());
  });

  it("when the page that adds a server is left", async () => {
    const { user } = await showApp("#/servers");
    const add = await screen.findByRole("link", { name: "Add" });
    await user.click(add);
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(add).toHaveFocus());
  });

  it("when the menu of a server is closed, and when its question is answered with no", async () => {
    const { user } = await showApp("#/servers/srv-files");
    const more = await screen.findByRole("button", { name: /^More/ });
    await user.click(more);
    await screen.findByRole("menu");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(more).toHaveFocus());
    await user.click(more);
    await user.click(await screen.findByRole("menuitem", { name: /^Remove/ }));
    const keep = await screen.findByRole("button", { name: "Keep" });
    await waitFor(() => expect(keep).toHaveFocus());
    // Where a menu gives the focus back after its time, the question has lost it by now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(keep).toHaveFocus();
    await user.click(keep);
    await waitFor(() => expect(more).toHaveFocus());
  });

  it("when the menu of a conversation is closed", async () => {
    const { user } = await showApp("#/chat");
    const [more] = await screen.findAllByRole("button", { name: /^More for/ });
    if (more === undefined) throw new Error("no conversation");
    await user.click(more);
    await screen.findByRole("menu");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(more).toHaveFocus());
  });

  it.each([
    ["Rename", "{Escape}"],
    ["Rename", "Another title{Enter}"],
    ["Delete…", "{Enter}"],
    ["Export…", "{Shift>}{Tab}{Tab}{/Shift}{Enter}"],
    ["Summarize…", "{Escape}"],
    ["New folder…", "{Escape}"],
    ["New folder…", "Trips{Enter}"],
  ])("when “%s” in the row of a conversation ends with %s", async (action, keys) => {
    const { user } = await showApp("#/chat/conv-flaky");
    const named = () => within(row()).getByRole("button", { name: /^More for/ });
    const row = () => document.querySelector<HTMLElement>("li[data-conversation=conv-notes]") as HTMLElement;
    await screen.findByText(/was not loaded/);
    await user.click(named());
    await user.click(await screen.findByRole("menuitem", { name: action }));
    await waitFor(() => expect(row()).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard(keys);
    await waitFor(() => expect(named()).toHaveFocus());
  });

  it("to the next row when the conversation that was open is deleted and left", async () => {
    const { user, fake } = await showApp("#/chat/conv-flaky");
    await screen.findByText(/was not loaded/);
    await user.click(screen.getByRole("button", { name: "More for “Why is the build red”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete…" }));
    await user.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(fake.world.conversations.has("conv-flaky")).toBe(false));
    await waitFor(() => expect(window.location.hash).toBe("#/chat"));
    expect(await screen.findByText(/18 changes/)).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "More for “Release notes for 2.4”" })).toHaveFocus(),
    );
  });

  it("when no folder is made after all", async () => {
    const { user } = await showApp("#/chat/conv-flaky");
    await user.click(await screen.findByRole("button", { name: "New folder…" }));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "New folder…" })).toHaveFocus());
  });

  it("when a button asks first and is told to keep things", async () => {
    const { user } = await showApp("#/permissions");
    const [revoke] = await screen.findAllByRole("button", { name: /^Revoke/ });
    if (revoke === undefined) throw new Error("no permission");
    const { name } = { name: revoke.getAttribute("aria-label") ?? revoke.textContent ?? "" };
    await user.click(revoke);
    await user.click(await screen.findByRole("button", { name: "Keep" }));
    await waitFor(() => expect(screen.getAllByRole("button", { name })[0]).toHaveFocus());
  });
});
