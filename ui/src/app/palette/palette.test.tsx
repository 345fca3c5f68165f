import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { writeRequest } from "../../platform/fakeHost/requests";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";

async function opened(at = "#/waiting", options = {}) {
  const shown = await showApp(at, options);
  fireEvent.keyDown(document.documentElement, { key: "k", code: "KeyK", ctrlKey: true });
  const search = await screen.findByRole("textbox", { name: "Search" });
  return { ...shown, search };
}

describe("the palette", () => {
  it("is a named dialog on Ctrl K", async () => {
    await opened();
    expect(screen.getByRole("dialog", { name: "Command palette" })).toBeInTheDocument();
    await expectAxeClean();
  });

  it.each([
    ["activity", "Activity", "#/activity"],
    ["weather", "Weather", "#/servers/srv-weather"],
    ["build red", "Why is the build red", "#/chat/conv-flaky"],
    ["add a server", "Add a server", "#/servers/add"],
    ["sign in", "Sign in to Linear", "#/servers/srv-linear/account"],
  ])("%s goes there", async (words, title, hash) => {
    const { user, search } = await opened();
    await user.type(search, words);
    await user.click(screen.getByText(title, { selector: "[class*=title]" }));
    expect(window.location.hash).toBe(hash);
  });

  it("finds tools of servers that are ready, through the host", async () => {
    const { user, search, fake } = await opened();
    // At once: what was found for the first letters is replaced while it is clicked.
    fireEvent.change(search, { target: { value: "search files" } });
    await user.click(await screen.findByText("search_files"));
    expect(window.location.hash).toBe("#/servers/srv-files/tools/search_files");
    const asked = fake.sent("tools");
    expect(new Set(asked.map((it) => it.server))).toEqual(new Set(["srv-files", "srv-github"]));
  });

  it("asks for tools once the words stand still, and not for each letter", async () => {
    const { search, fake } = await opened();
    for (const words of ["s", "se", "sea", "search files"]) {
      fireEvent.change(search, { target: { value: words } });
    }
    await screen.findByText("search_files");
    const asked = fake.sent("tools");
    expect(new Set(asked.map((it) => it.query))).toEqual(new Set(["search files"]));
  });

  it("is driven by the keyboard alone", async () => {
    const { user, search } = await opened();
    await user.type(search, "permiss{ArrowDown}{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/permissions"));
  });

  it("leads to the import of conversations", async () => {
    const { user, search } = await opened();
    await user.type(search, "import conv{Enter}");
    await waitFor(() => expect(window.location.hash).toBe("#/chat/import"));
  });

  it("changes the appearance", async () => {
    const { user, search, fake } = await opened();
    await user.type(search, "dark");
    await user.click(screen.getByText("Dark appearance"));
    await waitFor(() => expect(fake.world.settings.appearance).toBe("dark"));
  });

  it("says why the appearance was not changed, also when it is closed", async () => {
    const { user, search, fake } = await opened();
    fake.failNext("set_settings", { code: "store.full", sentence: "The disk is full." });
    await user.type(search, "dark");
    await user.click(screen.getByText("Dark appearance"));
    expect(await screen.findByText("The disk is full.")).toBeVisible();
  });

  it("asks before it stops everything", async () => {
    const { user, search, fake } = await opened();
    await user.type(search, "stop every");
    await user.click(screen.getByText("Stop everything", { selector: "[class*=title]" }));
    expect(await screen.findByRole("dialog", { name: "Stop everything?" })).toBeInTheDocument();
    expect(fake.sent("stop_everything")).toEqual([]);
  });

  it("says when nothing is called that", async () => {
    const { user, search } = await opened();
    await user.type(search, "zzzz");
    expect(await screen.findByText("No results")).toBeInTheDocument();
  });

  // Proves S-40.
  it("has nothing that answers a request", async () => {
    const { user, search, fake } = await opened("#/waiting", { waiting: [writeRequest("call-write")] });
    for (const words of ["allow", "deny", "accept"]) {
      await user.clear(search);
      await user.type(search, words);
      expect(await screen.findByText("No results")).toBeInTheDocument();
    }
    await user.type(search, "aad");
    expect(fake.sent("answer")).toEqual([]);
  });
});
