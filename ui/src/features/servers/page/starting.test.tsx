import { act, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

afterEach(() => {
  vi.useRealTimers();
});

describe("a server that starts", () => {
  it("says for how long, and that its launcher may download", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await showApp("#/servers/srv-files", {
      prepare: (world) => {
        const server = world.servers.get("srv-files");
        if (server === undefined) return;
        server.fetchable = true;
        server.package = null;
        server.summary.state = {
          ...server.summary.state,
          phase: "starting",
          words: "downloading",
          since: Date.now() - 4_000,
        };
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

  it("shows a fetch with its time, and stops it", async () => {
    const { user, fake } = await showApp("#/servers", {
      prepare: (world) => {
        world.fetches = [
          { id: "f-1", package: foreign("thing@1.2.3"), label: "Thing", since: Date.now() - 12_500 },
        ];
      },
    });
    const fetches = await screen.findByRole("region", { name: "Packages being fetched" });
    expect(fetches).toHaveTextContent(/12 s|13 s/);
    await user.click(within(fetches).getByRole("button", { name: /^Stop/ }));
    expect(fake.asked.some((it) => it.name === "cancel_fetch")).toBe(true);
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
