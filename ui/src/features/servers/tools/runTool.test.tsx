import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { show } from "../../../test/show";
import { ServersRoom } from "../ServersRoom";
import { ONCE_MS } from "./RunTool";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The page of a tool, with its one argument filled in. */
async function filledIn() {
  const shown = await show(<ServersRoom path={["srv-files", "tools", "list_directory"]} />);
  const path = await screen.findByLabelText(/^Path/);
  fireEvent.change(path, { target: { value: "docs" } });
  const started = () => shown.twin.asked.filter((it) => it.name === "start_call").length;
  const press = (over = {}) => fireEvent.keyDown(path, { key: "Enter", ctrlKey: true, ...over });
  return { ...shown, path, started, press };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("Ctrl+Enter", () => {
  it("runs a tool once when it is held", async () => {
    const { press, started } = await filledIn();
    press();
    for (let repeat = 0; repeat < 40; repeat += 1) {
      press({ repeat: true });
      await pass(30);
    }
    expect(started()).toBe(1);
  });

  it("runs a tool once when it is pressed twice, and again when that is meant", async () => {
    const { press, started } = await filledIn();
    press();
    press();
    await pass(150);
    press();
    expect(started()).toBe(1);
    await pass(ONCE_MS);
    press();
    await waitFor(() => expect(started()).toBe(2));
  });

  it("on the button is one press and not two", async () => {
    const { started } = await filledIn();
    const run = screen.getByRole("button", { name: "Run" });
    run.focus();
    expect(fireEvent.keyDown(run, { key: "Enter", ctrlKey: true })).toBe(false);
    await pass(0);
    expect(started()).toBe(1);
  });

  it("runs nothing while the server is not ready", async () => {
    const { press, started, twin } = await filledIn();
    const server = twin.world.servers.get("srv-files")?.summary;
    if (!server) throw new Error("no server");
    const state = { ...server.state, phase: "starting" as const };
    await act(async () => twin.emit({ kind: "server", server: { ...server, state } }));
    press();
    await pass(0);
    expect(started()).toBe(0);
  });
});

describe("what was checked", () => {
  const refuse = { path: "/path", message: "This schema refuses it." };

  it("against an old schema does not hold a call back under a new one", async () => {
    const { twin, press, started } = await filledIn();
    const said = vi.spyOn(twin, "call");
    said.mockImplementation(async (name, args) => {
      twin.asked.push({ name, args });
      return (name === "check_arguments" ? [refuse] : null) as never;
    });
    fireEvent.change(screen.getByLabelText(/^Path/), { target: { value: "docs/other" } });
    await pass(300);
    await pass(10);
    press();
    expect(await screen.findAllByText(/This schema refuses it/)).not.toHaveLength(0);
    expect(started()).toBe(0);
    said.mockRestore();
    await act(async () => twin.emit({ kind: "tools", server: "srv-files" }));
    await waitFor(() => expect(screen.queryByText(/This schema refuses it/)).toBeNull());
    press();
    await waitFor(() => expect(started()).toBe(1));
  });

  it("is not kept once nobody looks: it may be a secret", async () => {
    const { store, press, unmount } = await filledIn();
    await pass(300);
    press();
    await pass(0);
    unmount();
    await pass(10);
    const kept = store.queries.getQueryCache().findAll({ queryKey: ["check_arguments"] });
    expect(kept).toEqual([]);
    expect(store.queries.getMutationCache().getAll()).toEqual([]);
  });
});
