import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";

const list = () => screen.getByRole("region", { name: "Trips" });

/** Puts the first conversation into a new folder, by keyboard alone. */
async function filed(user: UserEvent) {
  const [more] = await screen.findAllByRole("button", { name: /^More for “/ });
  more?.focus();
  await user.keyboard("{Enter}");
  (await screen.findByRole("menuitem", { name: "New folder…" })).focus();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("textbox", { name: "Folder name" })).toHaveFocus();
  await user.keyboard("Trips{Enter}");
  await screen.findByRole("region", { name: "Trips" });
}

describe("folders of the list", () => {
  it("are made, filled and removed by keyboard, and leave their conversations", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    const all = () => screen.getAllByRole("link").filter((it) => it.closest("[data-conversation]")).length;
    await screen.findAllByRole("button", { name: /^More for “/ });
    const before = all();
    await filed(user);
    await waitFor(() => expect(within(list()).getAllByRole("link")).toHaveLength(1));
    expect(all()).toBe(before);
    await expectAxeClean(list());
    // Out of it again.
    within(list())
      .getByRole("button", { name: /^More for “(?!Trips)/ })
      .focus();
    await user.keyboard("{Enter}");
    (await screen.findByRole("menuitem", { name: "No folder" })).focus();
    await user.keyboard("{Enter}");
    await within(list()).findByText("No conversations");
    // And in by name.
    const [more] = screen.getAllByRole("button", { name: /^More for “/ });
    await user.click(more as HTMLElement);
    await user.click(await screen.findByRole("menuitem", { name: "Trips" }));
    await waitFor(() => expect(within(list()).getAllByRole("link")).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "More for the folder “Trips”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove folder" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Trips" })).toBeNull());
    expect(all()).toBe(before);
    expect([...fake.world.conversations.values()].every((it) => it.summary.folder === null)).toBe(true);
  });

  it("are collapsed by their name, with the conversation that is looked at in sight", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    await filed(user);
    const head = within(list()).getByRole("button", { name: /^Trips/ });
    expect(head).toHaveAttribute("aria-expanded", "true");
    await user.click(head);
    await waitFor(() => expect(head).toHaveAttribute("aria-expanded", "false"));
    expect(fake.sent("collapse_folder")).not.toEqual([]);
    const shown = within(list()).queryAllByRole("link");
    expect(shown.every((it) => it.getAttribute("aria-current") === "page")).toBe(true);
  });

  it("are renamed, and say why a name is not taken", async () => {
    const { user, fake } = await showApp("#/chat/conv-notes");
    await filed(user);
    fake.failNext("rename_folder", { code: "input.bad", sentence: "A folder named “Work” already exists." });
    await user.click(screen.getByRole("button", { name: "More for the folder “Trips”" }));
    await user.click(await screen.findByRole("menuitem", { name: "Rename…" }));
    const field = await screen.findByRole("textbox", { name: "Folder name" });
    await user.clear(field);
    await user.type(field, "Work{Enter}");
    await screen.findByText("A folder named “Work” already exists.");
    await user.clear(field);
    await user.type(field, "Holidays{Enter}");
    await screen.findByRole("region", { name: "Holidays" });
  });
});
