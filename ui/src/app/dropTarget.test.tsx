import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DroppedFiles } from "../bindings/host";
import { foundServer } from "../features/servers/import/testing";
import type { FakeHost } from "../platform/fakeHost";
import { foreign, problem } from "../platform/fakeHost/make";
import { expectAxeClean } from "../test/axe";
import { showApp } from "../test/show";

const NOTHING: DroppedFiles = {
  id: "d-1",
  opened: false,
  configurations: [],
  bundles: [],
  chats: [],
  refused: [],
};

const CHATS = { at: 0, file: foreign("conversations.json"), product: "chat_gpt" as const, conversations: 3 };

const drop = (fake: FakeHost, own: Partial<DroppedFiles>) =>
  act(async () => fake.drop({ files: { ...NOTHING, ...own } }));

/** The window after it first looked: what was dropped before belongs to a page that was there before. */
async function looked() {
  const shown = await showApp("#/chat");
  await waitFor(() => expect(shown.fake.asked.some((it) => it.name === "dropped")).toBe(true));
  await act(async () => {});
  return shown;
}

const hold = (fake: FakeHost, fit: number, unfit: number) =>
  act(async () => fake.drop({ over: { fit, unfit, onto: null } }));

describe("files that are held over the window", () => {
  it("are invited, by their names, and no longer when they are taken away", async () => {
    const { fake } = await looked();
    await hold(fake, 1, 0);
    expect(await screen.findByText("Drop to review")).toBeVisible();
    await expectAxeClean();
    await hold(fake, 2, 1);
    expect(await screen.findByText("Portcullis can read 2 of these 3 files.")).toBeVisible();
    await hold(fake, 0, 1);
    expect(await screen.findByText("Portcullis cannot read these files")).toBeVisible();
    await act(async () => fake.drop());
    await waitFor(() => expect(screen.queryByText("Portcullis cannot read these files")).toBeNull());
    expect(window.location.hash).toBe("#/chat");
  });
});

describe("files that were dropped", () => {
  it("lead to the page of a bundle when it is one", async () => {
    const { fake } = await looked();
    await drop(fake, { opened: true });
    await waitFor(() => expect(window.location.hash).toBe("#/servers/bundle"));
  });

  it("lead to the import of one export, and to the next that is dropped there", async () => {
    const { fake } = await looked();
    await drop(fake, { chats: [CHATS] });
    await waitFor(() => expect(window.location.hash).toBe("#/chat/import/0"));
    const list = await screen.findByRole("list", { name: "Conversations in the file" });
    expect(within(list).getByText("Trip to Bergen")).toBeVisible();
    const opened = () => fake.sent("open_dropped_chats");
    expect(opened()).toEqual([{ at: 0 }]);
    expect(fake.sent("import_chats")).toEqual([]);
    await expectAxeClean();
    await drop(fake, { id: "d-2", chats: [CHATS] });
    await waitFor(() => expect(opened()).toHaveLength(2));
  });

  it("list several exports of conversations, each with a way to its review", async () => {
    const { user, fake } = await looked();
    const other = { at: 1, file: foreign("chat.md"), product: "markdown" as const, conversations: 1 };
    await drop(fake, { chats: [CHATS, other] });
    const chats = await screen.findByRole("region", { name: "Conversations" });
    expect(chats).toHaveTextContent("conversations.json ChatGPT · 3 conversations");
    expect(chats).toHaveTextContent("chat.md Markdown · 1 conversation");
    await expectAxeClean();
    await user.click(within(chats).getByRole("link", { name: "Review chat.md" }));
    await screen.findByRole("heading", { name: "Import conversations" });
    await waitFor(() => expect(fake.sent("open_dropped_chats")[0]).toEqual({ at: 1 }));
  });

  it("are one list, with why others are not read", async () => {
    const { user, fake } = await looked();
    await drop(fake, {
      configurations: [
        { host: "file", name: "mcp.json", path: "/dl/mcp.json", servers: [foundServer()], problem: null },
      ],
      bundles: [{ at: 0, file: foreign("notes.mcpb"), problem: null }],
      refused: [
        { file: foreign("photo.png"), why: "Not a bundle." },
        { file: null, why: "2 more files." },
      ],
    });
    expect(await screen.findByRole("heading", { name: "Dropped files" })).toBeVisible();
    const refused = screen.getByRole("region", { name: "Not read" });
    expect(refused).toHaveTextContent("photo.pngNot a bundle.2 more files.");
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review 1 server" }));
    await waitFor(() =>
      expect(fake.sent("propose_import")[0]).toEqual({
        text: null,
        picks: [{ path: "/dl/mcp.json", at: 0, label: "time" }],
      }),
    );
  });

  it("say what is wrong with a bundle", async () => {
    const { user, fake } = await looked();
    const wrong = problem("input.bad", { sentence: "This file is not a bundle." });
    fake.failNext("open_dropped_bundle", wrong);
    await drop(fake, { bundles: [{ at: 0, file: foreign("notes.mcpb"), problem: wrong }] });
    const bundle = await screen.findByRole("region", { name: "Bundle" });
    expect(within(bundle).getByText("This file is not a bundle.")).toBeVisible();
    await user.click(within(bundle).getByRole("button", { name: "Review notes.mcpb" }));
    expect(await within(bundle).findByText("This file is not a bundle.")).toBeVisible();
  });

  it("stay where they were when the page is loaded again", async () => {
    await showApp("#/chat", { dropped: { over: null, files: NOTHING, attached: null } });
    await screen.findAllByRole("heading");
    expect(window.location.hash).toBe("#/chat");
  });
});
