import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { locked, problem } from "../platform/fakeHost/make";
import { writeRequest } from "../platform/fakeHost/requests";
import { go } from "../route";
import { attached, goTo, showApp } from "../test/show";

const rail = () => screen.getByRole("navigation", { name: "Pages" });

describe("the rail", () => {
  it("has the rooms as links, named as they are", async () => {
    await showApp();
    const names = within(rail())
      .getAllByRole("link")
      .map((it) => it.getAttribute("aria-label"))
      .filter((it) => it !== null);
    expect(names).toEqual([
      "Chat",
      "Servers",
      "Waiting for you",
      "Tasks",
      "Activity",
      "Permissions",
      "Settings",
    ]);
  });

  it("keeps those names when something waits, and says how much beside them", async () => {
    await showApp("#/waiting", { waiting: [writeRequest("call-write")] });
    expect(within(rail()).getByRole("link", { name: "Waiting for you" })).toHaveAccessibleDescription(
      "1 request waiting and 1 sign-in waiting",
    );
  });

  it("says the state of each server in words", async () => {
    await showApp();
    for (const name of [
      "Project files, ready",
      "Linear, needs sign-in",
      "Weather, stopped",
      "Postgres, off",
    ]) {
      expect(
        within(rail()).getByRole("link", { name: new RegExp(name.replace(", ", "\\s*, ")) }),
      ).toBeInTheDocument();
    }
  });

  it("says where the window is", async () => {
    await showApp("#/activity");
    expect(within(rail()).getByRole("link", { name: "Activity" })).toHaveAttribute("aria-current", "page");
    expect(within(rail()).getByRole("link", { name: "Chat" })).not.toHaveAttribute("aria-current");
  });

  it("takes the focus to the heading of a new room", async () => {
    await showApp("#/activity");
    await act(async () => {
      go("waiting");
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    });
    expect(screen.getByRole("heading", { level: 1, name: "Waiting for you" })).toHaveFocus();
  });

  it("has a way past itself", async () => {
    const { user } = await showApp("#/waiting");
    await user.click(screen.getByRole("button", { name: "Skip to content" }));
    expect(screen.getByRole("heading", { level: 1, name: "Waiting for you" })).toHaveFocus();
  });
});

describe("a server in the rail", () => {
  it.each([1200, 640])("has its mark and its name at %i px", async (width) => {
    vi.stubGlobal("matchMedia", (query: string) => ({
      matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? -1),
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    await showApp("#/waiting");
    expect(rail()).toHaveAttribute("data-folded", String(width < 900));
    const link = within(rail()).getByRole("link", { name: /Project files/ });
    expect(link.querySelector("[data-mark]")).toHaveTextContent("Pr");
    vi.unstubAllGlobals();
  });
});

describe("a label in the rail", () => {
  it("that does not fit is read in full beside it", async () => {
    const { user } = await showApp("#/waiting", {
      prepare: ({ servers }) => {
        const label = "Project files of the portal and of everything that belongs to it";
        Object.assign(servers.get("srv-files")?.summary ?? {}, { label });
      },
    });
    const link = within(rail()).getByRole("link", { name: /^Project files of the portal/ });
    await user.hover(link);
    expect(screen.queryByRole("tooltip")).toBeNull();
    await user.unhover(link);
    const word = within(link).getByText(/^Project files of the portal/);
    Object.defineProperty(word, "scrollWidth", { value: 400 });
    Object.defineProperty(word, "clientWidth", { value: 150 });
    await user.hover(link);
    expect(await screen.findByRole("tooltip")).toHaveTextContent(/everything that belongs to it · ready/);
  });
});

describe("a server that is removed", () => {
  it.each([
    ["#/servers/srv-postgres/logs", "#/servers"],
    ["#/activity", "#/activity"],
  ])("while the window is at %s leads to %s", async (at, then) => {
    const { user, fake } = await showApp("#/servers/srv-postgres");
    let end = () => {};
    fake.reply("remove_server", async (args, usual) => {
      await new Promise<void>((go) => {
        end = go;
      });
      return usual(args);
    });
    await user.click(await screen.findByRole("button", { name: "More actions for Postgres" }));
    await user.click(await screen.findByRole("menuitem", { name: "Remove…" }));
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(fake.sent("remove_server")).toHaveLength(1));
    await goTo(at);
    await act(async () => end());
    await waitFor(() => expect(fake.world.servers.has("srv-postgres")).toBe(false));
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
    expect(window.location.hash).toBe(then);
  });
});

describe("stop everything", () => {
  it("asks once, in place, and then stops", async () => {
    const { user, fake } = await showApp("#/waiting", { waiting: [] });
    await user.click(within(rail()).getByRole("button", { name: "Stop everything" }));
    const question = await screen.findByRole("dialog", { name: "Stop everything?" });
    expect(fake.sent("stop_everything")).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Stop now" }));
    expect(fake.sent("stop_everything")).not.toEqual([]);
    expect(within(rail()).getByRole("link", { name: /Project files\s*, off/ })).toBeInTheDocument();
  });

  it("does nothing when the person goes on", async () => {
    const { user, fake } = await showApp("#/waiting");
    await user.click(within(rail()).getByRole("button", { name: "Stop everything" }));
    await user.click(await screen.findByRole("button", { name: "Keep running" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(fake.sent("stop_everything")).toEqual([]);
  });

  it("can be reached while a request is at the gate", async () => {
    const { user, fake } = await showApp("#/waiting", { waiting: [writeRequest("call-write")] });
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
    await user.click(within(rail()).getByRole("button", { name: "Stop everything" }));
    await user.click(await screen.findByRole("button", { name: "Stop now" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(fake.world.waiting).toEqual([]);
  });

  it("says when it did not work", async () => {
    const { user, fake } = await showApp("#/waiting");
    fake.failNext("stop_everything", { code: "internal", sentence: "One server did not end." });
    await user.click(within(rail()).getByRole("button", { name: "Stop everything" }));
    await user.click(await screen.findByRole("button", { name: "Stop now" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("One server did not end.");
  });
});

describe("the window", () => {
  it("says quietly that the keychain is locked, and can look again", async () => {
    const { user, fake } = await showApp("#/waiting", { about: { keychain: locked } });
    expect(screen.getByText(/The keychain is locked or missing/)).toBeInTheDocument();
    fake.world.about.keychain = null;
    await user.click(screen.getByRole("button", { name: "Check again" }));
    await waitFor(() => expect(screen.queryByText(/The keychain is locked or missing/)).toBeNull());
  });

  it("says nothing of a keychain any more that works again elsewhere", async () => {
    const { user, fake } = await showApp("#/settings", { about: { keychain: locked } });
    const banner = () => screen.queryByRole("region", { name: "System problems" });
    await user.click(within(banner() as HTMLElement).getByRole("button", { name: "Check again" }));
    expect(banner()).not.toBeNull();
    fake.world.about.keychain = null;
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(banner()).toBeNull());
  });

  it("says what did not work after it was decided, until it is put away", async () => {
    const { user, fake } = await showApp("#/waiting", { waiting: [writeRequest("call-write")] });
    const ended = problem("server.exited", { sentence: "“Weather” ended at once.", remedy: "Read its log." });
    await act(async () => fake.emit({ kind: "problem", problem: ended }));
    expect(screen.getByRole("alert")).toHaveTextContent("“Weather” ended at once.Read its log.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says when a request could not be brought in front", async () => {
    const { user, fake } = await showApp("#/waiting", { waiting: [writeRequest("call-write")] });
    fake.failNext("show_request", { code: "internal", sentence: "The gate did not open." });
    await user.click(screen.getByRole("button", { name: /^Open: / }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The gate did not open.");
  });

  it("follows the appearance that was set", async () => {
    const { fake } = await showApp("#/waiting", { appearance: "dark" });
    expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "dark");
    await act(async () => {
      await fake.call("set_settings", { settings: { ...fake.world.settings, appearance: "light" } });
    });
    expect(document.documentElement).toHaveAttribute("data-mantine-color-scheme", "light");
  });

  // Proves S-23.
  it("makes no style element at run time", async () => {
    await showApp("#/chat", { waiting: [writeRequest("call-write")] });
    const made = [...document.querySelectorAll("style")].filter(
      (it) => it.dataset.mantineStyles !== undefined,
    );
    expect(made).toEqual([]);
  });

  it("says when there is no host", async () => {
    const { store, fake } = await attached();
    fake.failNext("attach", { code: "internal", sentence: "The host did not answer.", remedy: "Try again." });
    fake.lose(1);
    await act(async () => {
      fake.emit({ kind: "grants" });
    });
    expect(store.read().kind).toBe("failed");
  });
});
