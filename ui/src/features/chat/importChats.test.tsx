import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeHost } from "../../platform/fakeHost";
import { chatFile, foundChat } from "../../platform/fakeHost/chats";
import { foreign } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { show, showApp } from "../../test/show";
import { ChatRoom } from "./ChatRoom";
import { ImportChats } from "./ImportChats";

const BIRDS = chatFile({
  id: "import-birds",
  file: foreign("birds.json"),
  product: "claude",
  conversations: [foundChat(0, "Book of birds")],
});

async function drop(fake: FakeHost) {
  const found = { at: 0, file: BIRDS.file, product: BIRDS.product, conversations: 1 };
  const files = { id: "d-1", opened: false, configurations: [], bundles: [], chats: [found], refused: [] };
  await act(async () => fake.drop({ files }));
}

describe("importing conversations", () => {
  it("shows what is in a file before anything is kept, and keeps what is chosen", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    await user.click(await screen.findByRole("link", { name: "Import…" }));
    await screen.findByText(/select the ones to import/);
    await user.click(screen.getByRole("button", { name: "Choose file…" }));
    const list = await screen.findByRole("list", { name: "Conversations in the file" });
    const rows = within(list).getAllByRole("checkbox");
    expect(rows.map((it) => (it as HTMLInputElement).checked)).toEqual([true, true, false]);
    expect(list).toHaveTextContent("Not imported: 2 tool calls and 1 instruction");
    expect(list).toHaveTextContent("Untitled");
    expect(list).toHaveTextContent("Already imported");
    screen.getByText("1 conversation could not be read.");
    await expectAxeClean();
    expect(fake.world.conversations.size).toBe(2);

    await user.click(within(list).getByRole("checkbox", { name: /Untitled/ }));
    await user.click(screen.getByRole("button", { name: "Import 1 conversation" }));
    await screen.findByText(/^Imported from ChatGPT on /);
    expect(fake.world.conversations.size).toBe(3);
    await waitFor(() => expect(fake.sent("close_chats")).not.toEqual([]));
    expect(fake.sent("import_chats")[0]).toMatchObject({ chosen: [0] });
  });

  it("filters by title and selects what is found", async () => {
    const { user } = await show(<ImportChats dropped={null} />);
    await user.click(screen.getByRole("button", { name: "Choose file…" }));
    const filter = await screen.findByRole("searchbox", { name: "Filter by title" });
    await user.type(filter, "letters");
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Select all" }));
    screen.getByRole("button", { name: "Import 3 conversations" });
    await user.click(screen.getByRole("button", { name: "Select none" }));
    screen.getByRole("button", { name: "Import 2 conversations" });
    await user.clear(filter);
    await user.type(filter, "nothing like it");
    screen.getByText("No title contains these words.");
  });

  it("shows the file that was opened last, and closes the one before", async () => {
    const { user, fake } = await showApp("#/chat/import");
    await user.click(await screen.findByRole("button", { name: "Choose file…" }));
    await screen.findByText("Trip to Bergen");
    fake.reply("open_dropped_chats", () => BIRDS);
    await drop(fake);
    await screen.findByText("Book of birds");
    expect(screen.queryByText("Trip to Bergen")).toBeNull();
    const closed = () => fake.sent("close_chats");
    await waitFor(() => expect(closed()).toHaveLength(1));

    fake.reply("open_chats", () => null);
    await user.click(screen.getByRole("button", { name: "Choose another file…" }));
    await waitFor(() => expect(fake.sent("open_chats")).toHaveLength(2));
    await screen.findByText("Book of birds");
    expect(closed()).not.toContainEqual({ import: BIRDS.id });
  });

  it("takes an old problem away when another file is dropped", async () => {
    const { user, fake } = await showApp("#/chat/import");
    fake.failNext("open_chats", { code: "chats.unknown", sentence: "This is no export." });
    await user.click(await screen.findByRole("button", { name: "Choose file…" }));
    await screen.findByText("This is no export.");
    await drop(fake);
    await screen.findByText("Trip to Bergen");
    expect(screen.queryByText("This is no export.")).toBeNull();
  });

  it("says in a conversation where it is from", async () => {
    const { fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    const flaky = fake.conversation("conv-flaky");
    const imported = { product: "markdown" as const, at: Date.UTC(2026, 10, 27), last: 1 };
    flaky.summary = { ...flaky.summary, imported };
    act(() => fake.tellConversations());
    await screen.findByText(/^Imported from Markdown on .* Imported messages are untrusted content\.$/);
  });
});
