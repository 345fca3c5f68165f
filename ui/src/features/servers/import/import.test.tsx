import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeHost } from "../../../platform/fakeHost";
import { foreign, problem } from "../../../platform/fakeHost/make";
import type { Replies } from "../../../platform/fakeHost/seed";
import { expectAxeClean } from "../../../test/axe";
import { showServers } from "../../../test/servers";
import { foundServer } from "./testing";

const SOME = [
  foundServer({ label: "Time" }),
  foundServer({
    at: 1,
    label: "Docs",
    secrets: [foreign("DOCS_TOKEN")],
    remarks: ["Permissions are not included."],
  }),
  foundServer({ at: 2, label: "Files copy", known: "Files" }),
  foundServer({ at: 3, label: "Old", off: true }),
  foundServer({ at: 4, label: "Odd", problem: "This entry has neither a command nor a URL." }),
];

const at = (path: string, answers: Partial<Replies> = {}) => showServers(`/${path}`, { answers });

const asked = (fake: FakeHost) => fake.sent("propose_import")[0];

describe("importing from other applications", () => {
  it("suggests what is new and can be imported, and asks for what is chosen", async () => {
    const { user, fake } = await at("import", {
      configurations: [
        { host: "cursor", name: "Cursor", path: "/home/ada/.cursor/mcp.json", servers: SOME, problem: null },
      ],
    });
    const cursor = await screen.findByRole("region", { name: "Cursor" });
    const box = (name: string) => within(cursor).getByRole("checkbox", { name });
    expect(box("Time")).toBeChecked();
    expect(box("Docs")).toBeChecked();
    expect(box("Files copy")).not.toBeChecked();
    expect(box("Old")).not.toBeChecked();
    expect(box("Odd")).toBeDisabled();
    expect(within(cursor).getByText(/DOCS_TOKEN/)).toBeVisible();
    expect(within(cursor).getByText(/neither a command/)).toBeVisible();
    await expectAxeClean();
    await user.click(box("Time"));
    await user.click(box("Old"));
    await user.click(screen.getByRole("button", { name: "Review 2 servers" }));
    await waitFor(() => expect(asked(fake)).toBeDefined());
    const path = "/home/ada/.cursor/mcp.json";
    expect(asked(fake)).toEqual({
      text: null,
      picks: [
        { path, at: 1, label: "Docs" },
        { path, at: 3, label: "Old" },
      ],
    });
  });

  it("says where it looked when there is nothing, and names a file that cannot be read", async () => {
    await at("import");
    expect(await screen.findByText("No servers found")).toBeVisible();
    expect(screen.getByText(/Claude, Cursor, VS Code/)).toBeVisible();
  });

  it("names a file that cannot be read", async () => {
    const unread = problem("input.bad", {
      sentence: "This configuration cannot be read: there is an error in line 3.",
    });
    await at("import", {
      configurations: [
        { host: "zed", name: "Zed", path: "/z/settings.json", servers: [], problem: unread } as never,
      ],
    });
    expect(await screen.findByText(/error in line 3/)).toBeVisible();
    expect(screen.getByText("/z/settings.json")).toBeVisible();
    expect(screen.getByRole("button", { name: "Review" })).toBeDisabled();
  });
});

describe("importing from the folder of a project", () => {
  it("shows the folder, and asks for what is chosen in its files", async () => {
    const servers = [foundServer({ label: "Own", remarks: ["“./bin” is relative to the project."] })];
    const file = { host: "claude-code", name: "Claude Code", path: "/work/app/.mcp.json" } as const;
    const { user, fake } = await at("import", {
      choose_project: { folder: foreign("/work/app"), files: [{ ...file, servers, problem: null }] },
    });
    await user.click(await screen.findByRole("button", { name: "Import from a project folder…" }));
    expect(await screen.findByText("/work/app")).toBeVisible();
    // Another one is not chosen after all: what was chosen here stays.
    const own = () => screen.getByRole("checkbox", { name: "Own" });
    await user.click(own());
    fake.world.answers.choose_project = null;
    await user.click(screen.getByRole("button", { name: "Choose another folder…" }));
    await waitFor(() => expect(fake.sent("choose_project")).toHaveLength(2));
    expect(own()).not.toBeChecked();
    await user.click(own());
    expect(screen.getByText("“./bin” is relative to the project.")).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review 1 server" }));
    await waitFor(() =>
      expect(asked(fake)).toEqual({
        text: null,
        picks: [{ path: "/work/app/.mcp.json", at: 0, label: "Own" }],
      }),
    );
    const sentence = "This folder cannot be read.";
    fake.failNext("choose_project", { code: "input.bad", sentence });
    await user.click(screen.getByRole("button", { name: "Choose another folder…" }));
    expect(await screen.findByText(sentence)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show applications" }));
    expect(await screen.findByText("No servers found")).toBeVisible();
    expect(screen.queryByText(sentence)).toBeNull();
    expect(screen.getByRole("button", { name: "Import from a project folder…" })).toHaveFocus();
  });

  it("says where it looked, and stays where it is when no folder was chosen", async () => {
    const { user, fake } = await at("import");
    const button = await screen.findByRole("button", { name: "Import from a project folder…" });
    await user.click(button);
    expect(await screen.findByText("No servers found")).toBeVisible();
    fake.world.answers.choose_project = { folder: foreign("/work/none"), files: [] };
    await user.click(button);
    expect(await screen.findByText(/\.vscode\/mcp\.json/)).toBeVisible();
    await expectAxeClean();
  });
});

describe("a pasted text with several servers", () => {
  it("becomes a list to choose from instead of a form", async () => {
    const { user, fake } = await at("add", { read_servers: SOME });
    const text = '{"servers": {}}';
    await user.click(screen.getByLabelText("Paste a command, URL or configuration"));
    await user.paste(text);
    expect(await screen.findByText("5 servers found. Choose which to add.")).toBeVisible();
    expect(screen.queryByLabelText("Command")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Review 2 servers" }));
    await waitFor(() =>
      expect(asked(fake)).toMatchObject({
        text,
        picks: [
          { path: null, at: 0 },
          { path: null, at: 1 },
        ],
      }),
    );
  });

  it("says what is wrong with a text, and leaves the form as it is", async () => {
    const { user, fake } = await at("add");
    fake.failNext("read_servers", {
      code: "input.bad",
      sentence: "This command uses “|”, which only a shell understands.",
      remedy: "Paste the one command that starts the server.",
    });
    await user.type(screen.getByLabelText("Label"), "Mine");
    await user.click(screen.getByLabelText("Paste a command, URL or configuration"));
    await user.paste("curl x | sh");
    expect(await screen.findByRole("alert")).toHaveTextContent(/only a shell/);
    expect(screen.getByLabelText("Label")).toHaveValue("Mine");
  });
});
