import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FakeHost } from "../../../platform/fakeHost/fakeHost";
import { foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

/** The page may take as long as it likes to load. */
const stopClock = () => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });

afterEach(() => {
  vi.useRealTimers();
});

describe("a server that starts", () => {
  it("says for how long, and that its launcher may download", async () => {
    stopClock();
    await showApp("#/servers/srv-files", {
      prepare: (world) => {
        const server = world.server("srv-files");
        Object.assign(server, { fetchable: true, package: null });
        const state = { phase: "starting", words: "downloading", since: Date.now() - 4_000 } as const;
        server.summary.state = { ...server.summary.state, ...state };
      },
    });
    const state = await screen.findByRole("region", { name: "Status" });
    const list = screen.getByRole("navigation", { name: "All servers" });
    expect(await within(state).findByText(/The first start downloads the package/)).toBeVisible();
    expect(within(state).getByRole("link", { name: "Open log" })).toBeVisible();
    expect(state).toHaveTextContent(/Downloading 4 s/);
    expect(list).toHaveTextContent(/downloading · 4 s/);
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    expect(state).toHaveTextContent(/Downloading 1 min 5 s/);
    await expectAxeClean();
  });

  it("can be turned off before it has started, and the focus stays beside", async () => {
    const { user, fake } = await showApp("#/servers/srv-files/logs");
    act(() => fake.setPhase("srv-files", "starting"));
    await user.click(await screen.findByRole("button", { name: "Turn off" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull());
    expect(fake.sent("set_enabled")).toEqual([{ id: "srv-files", enabled: false }]);
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "More actions for Project files" })).toHaveFocus(),
    );
  });

  it.each([
    [false, "Each start may download and run another version."],
    [true, "The command names one version, but packages that it depends on may change at each start."],
  ])("says what may change at a start (one version named: %s)", async (names_version, sentence) => {
    await showApp("#/servers/srv-files", {
      prepare: (world) =>
        Object.assign(world.server("srv-files"), { fetchable: true, package: null, names_version }),
    });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole("button", { name: "Pin this version…" })).toBeVisible();
  });

  it("shows a fetch with its time, and stops it", async () => {
    stopClock();
    const of = { id: "f-1", package: foreign("thing@1.2.3"), label: "Thing", bytes: 0 };
    const { user, fake } = await showApp("#/servers", { fetches: [{ ...of, since: Date.now() - 12_500 }] });
    const fetches = await screen.findByRole("region", { name: "Packages being fetched" });
    expect(fetches).toHaveTextContent(/12 s/);
    await user.click(within(fetches).getByRole("button", { name: /^Stop/ }));
    await waitFor(() => expect(fake.sent("cancel_fetch")).not.toEqual([]));
  });
});

describe("a server that is off", () => {
  const turnOn = async (phase: "needs_review" | "ready") => {
    const { user, fake } = await showApp("#/servers/srv-files");
    fake.reply("set_enabled", ({ id }) => {
      fake.setPhase(id, "starting");
      fake.setPhase(id, phase);
      return null;
    });
    fake.reply("propose_start", ({ id }) => fake.call("propose_repair", { id }));
    act(() => fake.setPhase("srv-files", "off"));
    const state = await screen.findByRole("region", { name: "Status" });
    await user.click(await within(state).findByRole("button", { name: "Turn on" }));
    await waitFor(() => expect(within(state).queryByRole("button", { name: "Turn on" })).toBeNull());
    return { fake, shown: () => fake.sent("show_request") };
  };
  const reviews = (fake: FakeHost) => fake.sent("propose_start");

  it("leads to its review where it was never approved, and asks once", async () => {
    const { fake, shown } = await turnOn("needs_review");
    await waitFor(() => expect(reviews(fake)).toHaveLength(1));
    await waitFor(() => expect(shown()).toHaveLength(1));
    expect(reviews(fake)).toEqual([{ id: "srv-files" }]);
    // What it does at a change it asks for within these.
    await act(async () => fake.setPhase("srv-files", "ready"));
    await act(async () => fake.setPhase("srv-files", "needs_review"));
    expect(reviews(fake)).toHaveLength(1);
  });

  it("asks nothing where it was approved, also when it changes later", async () => {
    const { fake, shown } = await turnOn("ready");
    await act(async () => fake.setPhase("srv-files", "needs_review"));
    expect(await screen.findByRole("button", { name: "Review and start" })).toBeVisible();
    expect(reviews(fake)).toEqual([]);
    expect(shown()).toEqual([]);
  });
});

describe("a server that failed", () => {
  it("leads to its diagnosis from each tab in one press", async () => {
    const { user } = await showApp("#/servers/srv-weather/logs");
    await user.click(await screen.findByRole("link", { name: "Show diagnosis" }));
    expect(window.location.hash).toBe("#/servers/srv-weather");
    expect(screen.queryByRole("link", { name: "Show diagnosis" })).toBeNull();
  });
});
