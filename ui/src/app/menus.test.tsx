import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../test/axe";
import { showApp } from "../test/show";

/** The page, and the name of the button whose menu opens. */
const menus: [string, string, RegExp][] = [
  ["a server", "#/servers/srv-files", /^More/],
  ["a conversation", "#/chat", /^More for/],
  ["an answer", "#/chat/conv-flaky", /^Regenerate/],
  ["the record", "#/activity", /^Export/],
];

describe("a menu", () => {
  it.each(menus)("of %s is axe clean, and belongs to the room", async (_name, at, name) => {
    const { user, container } = await showApp(at);
    const page = container.ownerDocument;
    const [opener] = await screen.findAllByRole("button", { name });
    if (opener === undefined) throw new Error("no menu");
    await user.click(opener);
    const menu = await screen.findByRole("menu");
    expect(within(menu).queryAllByRole("menuitem")).not.toHaveLength(0);
    expect(screen.getByRole("main")).toContainElement(menu);
    // What is in it and no item is told as part of nothing.
    await expectAxeClean(page.body, true);
  });

  it("of profiles is axe clean, and belongs to the room", async () => {
    const profiles = [
      { id: "default", name: "Default", current: true, servers: [], permissions: 0 },
      { id: "work", name: "Work", current: false, servers: [], permissions: 0 },
    ];
    const { user, container } = await showApp("#/servers", { profiles });
    await user.click(await screen.findByRole("button", { name: /^Profile/ }));
    expect(screen.getByRole("main")).toContainElement(await screen.findByRole("menu"));
    await expectAxeClean(container.ownerDocument.body, true);
  });
});
