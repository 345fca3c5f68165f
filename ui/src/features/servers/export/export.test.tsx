import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ExportPreview, ExportResult, ExportTarget } from "../../../bindings/host";
import type { FakeHostOptions } from "../../../platform/fakeHost";
import { foreign, problem } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showServers } from "../../../test/servers";

function target(own: Partial<ExportTarget>): ExportTarget {
  return {
    host: "cursor",
    name: "Cursor",
    path: "/home/ada/.cursor/mcp.json",
    exists: true,
    found: true,
    ...own,
  };
}

const TARGETS = [
  target({ host: "claude-desktop", name: "Claude Desktop", path: "/c.json", exists: false, found: false }),
  target({}),
  target({ host: "codex", name: "Codex", path: "/home/ada/.codex/config.toml", exists: false }),
];

const PREVIEW: ExportPreview = {
  path: "",
  link: null,
  new_file: false,
  added: [
    {
      label: "My files",
      name: foreign("My-files"),
      secrets: [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the other application.
        { name: foreign("API_KEY"), reference: foreign("${env:API_KEY}") },
        { name: foreign("X-Key"), reference: null },
      ],
    },
  ],
  replaced: [],
  kept: [{ label: "git", name: foreign("git"), secrets: [] }],
  skipped: [{ label: "Remote", why: "The file of this application accepts local programs only." }],
};

function at(path: string, { answers, ...more }: FakeHostOptions = {}) {
  const usual = { export_targets: TARGETS, preview_export: PREVIEW };
  return showServers(`/${path}`, { answers: { ...usual, ...answers }, ...more });
}

type Fake = Awaited<ReturnType<typeof at>>["fake"];

async function ends(fake: Fake, own: Partial<ExportResult>) {
  await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
  const request = fake.world.waiting[0]?.id ?? "";
  fake.world.answers.export_result = {
    outcome: "written",
    name: "Cursor",
    path: "/home/ada/.cursor/mcp.json",
    backup: "mcp.json.portcullis-backup-1",
    added: [foreign("My-files")],
    replaced: [],
    kept: [],
    skipped: [],
    problem: null,
    ...own,
  };
  act(() => fake.emit({ kind: "exported", request }));
}

describe("exporting servers", () => {
  it("shows what would change in the file of an application, and asks for it", async () => {
    const { user, fake } = await at("export");
    const preview = await screen.findByRole("region", { name: "Preview" });
    expect(screen.getByRole("combobox", { name: "Application" })).toHaveValue("Cursor");
    expect(screen.getByText("/home/ada/.cursor/mcp.json")).toBeVisible();
    expect(within(preview).getByText("My-files")).toBeVisible();
    expect(within(preview).getByText("“My files” here")).toBeVisible();
    expect(within(preview).getByText(/read from \$\{env:API_KEY\}/)).toBeVisible();
    expect(within(preview).getByText(/enter there: X-Key/)).toBeVisible();
    expect(within(preview).getByText(/local programs only/)).toBeVisible();
    await expectAxeClean();
    await user.click(screen.getByRole("checkbox", { name: "Replace servers that are already there" }));
    await user.click(await screen.findByRole("button", { name: "Review and write…" }));
    const servers = [...fake.world.servers.values()].map((it) => it.summary).filter((it) => !it.demo);
    await waitFor(() =>
      expect(fake.sent("propose_export").at(-1)?.draft).toEqual({
        host: "cursor",
        path: "/home/ada/.cursor/mcp.json",
        servers: servers.map((it) => it.id),
        replace: true,
      }),
    );
    expect(await screen.findByText("Waiting for your answer in the approval window.")).toBeVisible();
    await ends(fake, {});
    expect(await screen.findByText("Written to the configuration file of Cursor")).toBeVisible();
    expect(screen.getByText("mcp.json.portcullis-backup-1")).toBeVisible();
  });

  it("begins with the server of its menu, and takes a file that is chosen", async () => {
    const answers = { choose_export_file: "/work/.cursor/mcp.json" };
    const { user, fake } = await at("export/srv-files", { answers });
    await user.click(await screen.findByRole("button", { name: "Another file…" }));
    expect(await screen.findByText("/work/.cursor/mcp.json")).toBeVisible();
    await waitFor(() =>
      expect(fake.sent("preview_export").at(-1)?.draft).toMatchObject({
        path: "/work/.cursor/mcp.json",
        servers: ["srv-files"],
      }),
    );
    await user.click(screen.getByRole("button", { name: "The application’s own file" }));
    expect(await screen.findByText("/home/ada/.cursor/mcp.json")).toBeVisible();
  });

  it("exports the servers of a profile", async () => {
    const profiles = [
      { id: "p1", name: "Home", current: true, servers: [], permissions: 0 },
      { id: "p2", name: "Work", current: false, servers: ["srv-files"], permissions: 0 },
    ];
    const { user, fake } = await at("export", { profiles });
    await user.click(await screen.findByRole("combobox", { name: "Servers" }));
    await user.click(await screen.findByRole("option", { name: "Work" }));
    await waitFor(() =>
      expect(fake.sent("preview_export").at(-1)?.draft).toMatchObject({ servers: ["srv-files"] }),
    );
  });

  it("says that a denied export changed nothing, and why one failed", async () => {
    const { user, fake } = await at("export");
    await user.click(await screen.findByRole("button", { name: "Review and write…" }));
    await ends(fake, { outcome: "denied", backup: null });
    expect(await screen.findByText("You denied the export. The file was not changed.")).toBeVisible();
    fake.world.waiting = [];
    await user.click(screen.getByRole("button", { name: "Review and write…" }));
    const sentence = "The file changed after it was shown. It was not written.";
    await ends(fake, { outcome: "failed", backup: null, problem: problem("not_found", { sentence }) });
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it("does not ask where nothing would change or the file cannot be changed", async () => {
    const { user, fake } = await at("export", { answers: { preview_export: { ...PREVIEW, added: [] } } });
    const review = () => screen.getByRole("button", { name: "Review and write…" });
    const press = async () => {
      expect(review()).toHaveAttribute("aria-disabled", "true");
      await user.click(review());
      expect(fake.sent("propose_export")).toEqual([]);
    };
    expect(await screen.findByText("This export would change nothing.")).toBeVisible();
    await press();
    expect(review()).toHaveFocus();
    fake.failNext("preview_export", {
      code: "input.bad",
      sentence: "This configuration cannot be read: there is an error in line 3.",
    });
    act(() => fake.emit({ kind: "exported", request: "" }));
    expect(await screen.findByText(/error in line 3/)).toBeVisible();
    await press();
  });

  it("is one click from the list of servers", async () => {
    await at("");
    expect(await screen.findByRole("link", { name: "Export…" })).toHaveAttribute("href", "#/servers/export");
  });
});
