import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { tool } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { withHeights } from "../../test/heights";
import { showServers } from "../../test/servers";
import { goTo } from "../../test/show";

withHeights();

describe("the mark of a server", () => {
  it("stands beside its label in the list", async () => {
    await showServers("");
    const link = screen.getByRole("link", { name: /Project files/ });
    expect(link.querySelector("[data-mark]")).toHaveTextContent("Pr");
  });

  it("is changed in its settings, with the keyboard alone", async () => {
    const { user, fake } = await showServers("/srv-files/settings");
    const form = await screen.findByRole("form", { name: "Mark" });
    const letters = within(form).getByRole("textbox", { name: "Letters" });
    await user.clear(letters);
    await user.type(letters, "Q7");
    await user.tab();
    expect(within(form).getByRole("radio", { name: "teal" })).toHaveFocus();
    await user.keyboard("{ArrowRight}");
    expect(within(form).getByRole("radio", { name: "green" })).toBeChecked();
    await expectAxeClean();
    await user.click(within(form).getByRole("button", { name: "Save mark" }));
    await waitFor(() =>
      expect(fake.sent("set_mark")[0]).toEqual({
        server: "srv-files",
        mark: { letters: "Q7", color: "green" },
      }),
    );
    const link = screen.getByRole("link", { name: /Project files/ });
    await waitFor(() => expect(link.querySelector("[data-mark]")).toHaveTextContent("Q7"));
    // A form that is drawn anew would lose the focus.
    expect(screen.getByRole("form", { name: "Mark" })).toBe(form);
    await user.click(await screen.findByRole("button", { name: "Reset mark" }));
    await waitFor(() => expect(fake.sent("set_mark").at(-1)).toMatchObject({ mark: null }));
  });
});

describe("a review", () => {
  it("is asked for on the overview of a server whose tools carry remarks", async () => {
    const { fake } = await showServers("/srv-files");
    const known = fake.server("srv-files");
    known.remarked_tools = 3;
    act(() => fake.emit({ kind: "server", server: known.summary }));
    expect(await screen.findByText(/^Warnings for 3 of 8 tools/)).toBeVisible();
    expect(screen.getByText(/Review the tools before you use them\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "Show warnings" })).toHaveAttribute(
      "href",
      "#/servers/srv-files/tools",
    );
  });

  it("is a question at the gate about the definition that was shown", async () => {
    const { user, fake } = await showServers("/srv-files/tools/file_info");
    expect(await screen.findByText("Not reviewed by you")).toBeVisible();
    const digest = fake.world.tools.get("srv-files")?.find((it) => it.entry.name === "file_info")?.digest;
    await user.click(screen.getByRole("button", { name: "Mark as reviewed" }));
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    expect(fake.sent("propose_review")[0]).toEqual({
      server: "srv-files",
      tool: "file_info",
      digest,
    });
    expect(fake.tool("srv-files", "file_info")?.entry.state).toMatchObject({ reviewed: null });
  });

  it("is offered for no tool that changed: the gate asks about that", async () => {
    const changed = tool(
      "changed_one",
      null,
      "Other words.",
      {},
      { entry: { state: { kind: "changed", since: 1 } } },
    );
    const { fake } = await showServers("/srv-files");
    fake.world.tools.get("srv-files")?.push(changed);
    await goTo("#/servers/srv-files/tools/changed_one");
    expect(await screen.findByRole("button", { name: "Review the change" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark as reviewed" })).toBeNull();
  });

  it("marks tools with warnings in the list, and shows them alone", async () => {
    const { user } = await showServers("/srv-files/tools");
    const row = await screen.findByText("1 warning");
    expect(row).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show only these" }));
    await waitFor(() => expect(screen.queryByText("read_file")).toBeNull());
    expect(screen.getByText("file_info")).toBeVisible();
    // The first of these, and not read_file, which is the first of all.
    await user.type(screen.getByLabelText("Search tools"), "{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/servers/srv-files/tools/search_files"));
  });
});
