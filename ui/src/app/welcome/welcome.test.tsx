import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

async function click(element: HTMLElement): Promise<void> {
  fireEvent.click(element);
  await pass(0);
}

describe("the welcome", () => {
  it("ends in a real call that the person decided", async () => {
    const { twin } = await showApp("#/chat", { fresh: true });
    expect(screen.getByRole("heading", { level: 1, name: "Welcome to Portcullis" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Ask the demo model" })).toBeDisabled();

    await click(screen.getByRole("button", { name: "Try the demo server" }));
    await pass(500);
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Add and start" }));
    expect(screen.getByText("(done)")).toBeInTheDocument();

    await click(screen.getByRole("button", { name: "Ask the demo model" }));
    await pass(100);
    expect(screen.getByText(/Step 3 of 3: a request waits for you/)).toBeInTheDocument();
    await pass(600);
    await click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Allow once" }));
    await pass(1_000);
    expect(screen.getByText("You decided your first call. It is in the record.")).toBeInTheDocument();
    expect([...twin.world.calls.values()].map((it) => it.state)).toEqual(["done"]);

    await click(screen.getByRole("button", { name: "Done" }));
    expect(twin.world.settings.welcomed).toBe(true);
    expect(screen.queryByText(/first call/)).toBeNull();
  });

  it("can be skipped, for good", async () => {
    const { twin } = await showApp("#/chat", { fresh: true });
    await click(screen.getByRole("button", { name: "Skip the welcome" }));
    expect(twin.world.settings.welcomed).toBe(true);
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
    vi.useRealTimers();
    await expectAxeClean();
  });
});
