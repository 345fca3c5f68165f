import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { show, showApp } from "../../test/show";
import { ChatRoom } from "./ChatRoom";
import { ImportChats } from "./ImportChats";

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
    expect(list).toHaveTextContent("Imported before");
    screen.getByText("1 conversation could not be read.");
    await expectAxeClean();
    expect(fake.world.conversations.size).toBe(2);

    await user.click(within(list).getByRole("checkbox", { name: /Untitled/ }));
    await user.click(screen.getByRole("button", { name: "Import 1 conversation" }));
    await screen.findByText(/^Imported from ChatGPT on /);
    expect(fake.world.conversations.size).toBe(3);
    await waitFor(() => expect(fake.asked.some((it) => it.name === "close_chats")).toBe(true));
    const asked = fake.asked.find((it) => it.name === "import_chats");
    expect(asked?.args).toMatchObject({ chosen: [0] });
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

  it("says in a conversation where it is from", async () => {
    const { fake } = await show(<ChatRoom path={["conv-flaky"]} />);
    const flaky = fake.conversation("conv-flaky");
    const imported = { product: "markdown" as const, at: Date.UTC(2026, 10, 27), last: 1 };
    flaky.summary = { ...flaky.summary, imported };
    act(() => fake.tellConversations());
    await screen.findByText(/^Imported from Markdown on .* Imported messages are untrusted content\.$/);
  });
});
