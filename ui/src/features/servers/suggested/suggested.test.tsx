import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SUGGESTED } from "../../../platform/fakeHost/suggested";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";
import { readArguments } from "../form/tokens";
import { formOf, moved } from "./place";

const [filesystem, memory] = SUGGESTED;

describe("suggested servers", () => {
  it("are on the page without a server, each with what it does and needs", async () => {
    const { user } = await showApp("#/servers", { fresh: true });
    const list = await screen.findByRole("list", { name: "Suggested servers" });
    const one = within(list).getByRole("link", { name: /^Filesystem/ });
    expect(one).toHaveTextContent("Reads, writes, moves and searches files in one folder.");
    expect(one).toHaveTextContent("Needs Node.js and a folder");
    await expectAxeClean();
    await user.click(one);
    expect(await screen.findByRole("heading", { name: "Add Filesystem" })).toBeVisible();
    await expectAxeClean();
  });

  it("are on the page that adds a server, folded where there are servers", async () => {
    const { user } = await showApp("#/servers/add");
    const fold = await screen.findByText("Suggested servers");
    expect(fold.closest("details")).not.toHaveAttribute("open");
    await user.click(fold);
    await user.click(screen.getByRole("link", { name: /^Time/ }));
    const missing = await screen.findByRole("region", { name: "uv not found" });
    expect(within(missing).getByText("brew install uv")).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Label" })).toHaveFocus();
  });

  it("ask for the folder first, and fetch their exact version once after the review", async () => {
    const { user, fake } = await showApp("#/servers/suggested/filesystem");
    const folder = await screen.findByRole("textbox", { name: "Folder" });
    expect(folder).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText("Choose the folder.")).toBeVisible();
    expect(folder).toHaveFocus();
    expect(fake.asked.some((it) => it.name.startsWith("propose"))).toBe(false);
    await user.type(folder, "/home/ada/notes");
    await user.click(screen.getByRole("button", { name: "Review" }));
    const proposed = fake.sent("propose_fetch")[0];
    expect(proposed).toMatchObject({
      changes: null,
      draft: {
        label: "Filesystem",
        endpoint: {
          program: "npx",
          arguments: ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "/home/ada/notes"],
        },
      },
    });
  });

  it("ask for a key as a secret, and wait for it", async () => {
    const { user, fake } = await showApp("#/servers/suggested/brave-search");
    const key = await screen.findByLabelText("Value of BRAVE_API_KEY");
    expect(key).toHaveFocus();
    expect(key).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(screen.getByText("Enter a value for BRAVE_API_KEY.")).toBeVisible();
    await user.type(key, "k-123");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(fake.sent("propose_fetch")[0]).toMatchObject({
      draft: { environment: [{ name: "BRAVE_API_KEY", value: "k-123", secret: true }] },
    });
  });

  it("get a label that no server has", () => {
    if (filesystem === undefined) throw new Error("no suggestion");
    expect(formOf(filesystem, ["filesystem", "Filesystem 2"]).label).toBe("Filesystem 3");
  });

  it("keep what was changed by hand when another folder is chosen", () => {
    if (filesystem === undefined || memory === undefined) throw new Error("no suggestion");
    const first = moved(formOf(filesystem, []), filesystem, "", "/a");
    const edited = { ...first, arguments: `${first.arguments}\n--more` };
    const last = (text: string) => readArguments(text).tokens.slice(2);
    expect(last(moved(edited, filesystem, "/a", "/b c/").arguments)).toEqual(["/b c", "--more"]);
    expect(last(moved(edited, filesystem, "/a", "").arguments)).toEqual(["--more"]);
    const row = (folder: string) => moved(formOf(memory, []), memory, "", folder).environment[0];
    expect(row("/a")?.value).toBe("/a/memory.jsonl");
    expect(row("")?.value).toBe("");
  });
});
