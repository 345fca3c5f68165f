import { act, screen, within } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { ServerSummary } from "../../bindings/host";
import { expectAxeClean } from "../../test/axe";
import { click, pass } from "../../test/gate";
import { showApp } from "../../test/show";
import { withFakeTimers } from "../../test/timers";

// Read lazily by the welcome: the first test would find nothing yet.
beforeAll(async () => {
  await import("./Steps");
});
withFakeTimers();

describe("the welcome", () => {
  it("ends in a real call that the person decided", async () => {
    const { fake } = await showApp("#/chat", { fresh: true });
    expect(screen.getByRole("heading", { level: 1, name: "Welcome to Portcullis" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Ask the demo model" })).toBeDisabled();

    await click(screen.getByRole("button", { name: "Try the demo server" }));
    await pass(500);
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Add and start" }));
    expect(screen.getByText("(done)")).toBeInTheDocument();

    await click(screen.getByRole("button", { name: "Ask the demo model" }));
    await pass(100);
    expect(screen.getByText(/Step 3 of 3: a request is waiting for you/)).toBeInTheDocument();
    await pass(600);
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Allow once" }));
    await pass(1_000);
    expect(screen.getByText("Your first decision is in the audit log.")).toBeInTheDocument();
    expect([...fake.world.calls.values()].map((it) => it.state)).toEqual(["done"]);

    await click(screen.getByRole("button", { name: "Done" }));
    expect(fake.world.settings.welcomed).toBe(true);
    expect(screen.queryByText(/first decision/)).toBeNull();
  });

  it("fills the button of the step that is due", async () => {
    await showApp("#/chat", { fresh: true });
    const filled = () =>
      screen
        .getAllByRole("button")
        .filter((it) => it.dataset.variant === "filled")
        .map((it) => it.textContent);
    expect(filled()).toEqual(["Try the demo server"]);
    await click(screen.getByRole("button", { name: "Try the demo server" }));
    await pass(500);
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Add and start" }));
    expect(filled()).toEqual(["Ask the demo model"]);
  });

  it("tells added from ready, and adds no second demo", async () => {
    const { fake } = await showApp("#/chat", { fresh: true });
    await click(screen.getByRole("button", { name: "Try the demo server" }));
    await pass(500);
    await click(
      within(screen.getByRole("alertdialog")).getByRole("button", { name: "Add without starting" }),
    );
    expect(screen.queryByRole("button", { name: "Try the demo server" })).toBeNull();
    expect(screen.queryByText("(done)")).toBeNull();
    const [id] = [...fake.world.servers.keys()];
    const demo = fake.world.servers.get(id ?? "")?.summary as ServerSummary;
    const state = { ...demo.state, phase: "starting" as const, words: "starting" };
    await act(async () => fake.emit({ kind: "server", server: { ...demo, state } }));
    expect(screen.getByText("Starting…")).toBeInTheDocument();
    await act(async () => fake.emit({ kind: "server", server: demo }));
    await click(screen.getByRole("button", { name: "Turn it on" }));
    expect(screen.getByText("(done)")).toBeInTheDocument();
    expect(fake.world.servers.size).toBe(1);
  });

  it("opens the review that waits instead of asking a second time", async () => {
    const { fake } = await showApp("#/chat", { fresh: true });
    await click(screen.getByRole("button", { name: "Try the demo server" }));
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Decide later" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await click(screen.getByRole("button", { name: "Try the demo server" }));
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
    expect(fake.world.waiting).toHaveLength(1);
  });

  it("can be skipped, for good", async () => {
    const { fake } = await showApp("#/chat", { fresh: true });
    await click(screen.getByRole("button", { name: "Skip introduction" }));
    expect(fake.world.settings.welcomed).toBe(true);
    expect(screen.queryByText("Welcome to Portcullis")).toBeNull();
  });

  it("is not in the way of the other rooms", async () => {
    await showApp("#/servers", { fresh: true });
    expect(screen.queryByText("Welcome to Portcullis")).toBeNull();
  });

  it("is not shown again", async () => {
    await showApp("#/chat");
    expect(screen.queryByText("Welcome to Portcullis")).toBeNull();
  });

  it("is axe clean", async () => {
    await showApp("#/chat", { fresh: true });
    await expectAxeClean();
  });
});
