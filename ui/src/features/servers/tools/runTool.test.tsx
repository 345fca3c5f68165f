import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreProvider } from "../../../store";
import { attached, show } from "../../../test/show";
import { Theme } from "../../../theme/Theme";
import { fillAgain } from "../again";
import { ServersRoom } from "../ServersRoom";
import { ONCE_MS, RunTool } from "./RunTool";

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
  const started = () => shown.fake.sent("start_call").length;
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
    const { press, started, fake } = await filledIn();
    await act(async () => fake.setPhase("srv-files", "starting"));
    press();
    await pass(0);
    expect(started()).toBe(0);
  });
});

describe("a number with more digits than floating point has", () => {
  const id = "9007199254740993";
  const schema = {
    type: "object",
    properties: { id: { type: "integer", title: "Id" }, of: { type: "integer", title: "Of" } },
  };

  /** The form of a tool with such numbers; the schema as the host writes it. */
  async function form(text = JSON.stringify(schema)) {
    const shown = await attached();
    const tool = shown.fake.tool("srv-files", "read_file");
    if (!tool) throw new Error("no tool");
    const server = shown.fake.server("srv-files").summary;
    const detail = { ...tool, input_schema: text };
    render(
      <StoreProvider store={shown.store}>
        <Theme appearance="light" still>
          <RunTool server={server} tool={detail} whenAsked={null} />
        </Theme>
      </StoreProvider>,
    );
    const sent = () => shown.fake.sent("start_call").map((it) => it.arguments);
    const run = async () => {
      fireEvent.submit(screen.getByRole("form", { name: "Arguments" }));
      await pass(0);
    };
    return { sent, run, tool };
  }

  it("is sent as it was typed into a field", async () => {
    const { sent, run } = await form();
    fireEvent.change(screen.getByLabelText("Id"), { target: { value: id } });
    expect(screen.getByLabelText("Id")).toHaveValue(id);
    fireEvent.keyDown(screen.getByLabelText("Id"), { key: "ArrowUp" });
    expect(screen.getByLabelText("Id")).toHaveValue("9007199254740994");
    fireEvent.keyDown(screen.getByLabelText("Id"), { key: "ArrowDown" });
    await run();
    expect(sent()).toEqual([`{"id":${id}}`]);
  });

  it("is sent as it was typed as JSON", async () => {
    const { sent, run } = await form();
    fireEvent.click(screen.getByRole("button", { name: "As JSON" }));
    const field = screen.getByLabelText(/Arguments/, { selector: "textarea" });
    fireEvent.change(field, { target: { value: `{"id":${id},"list":[-${id}]}` } });
    await run();
    expect(sent()).toEqual([`{"id":${id},"list":[-${id}]}`]);
  });

  it("is refused in words where it cannot be sent as it was typed", async () => {
    const { sent, run } = await form();
    fireEvent.click(screen.getByRole("button", { name: "As JSON" }));
    const field = screen.getByLabelText(/Arguments/, { selector: "textarea" });
    fireEvent.change(field, { target: { value: '{"id":0.12345678901234567891}' } });
    expect(screen.getByText(/0.12345678901234567891 has too many digits to send exactly/)).toBeVisible();
    await run();
    expect(sent()).toEqual([]);
  });

  it("is sent as the schema presets it", async () => {
    const preset = `{"type":"object","properties":{"id":{"type":"integer","title":"Id","default":${id}}}}`;
    const { sent, run } = await form(preset);
    expect(screen.getByLabelText("Id")).toHaveValue(id);
    await run();
    expect(sent()).toEqual([`{"id":${id}}`]);
  });

  it("is filled in again as it was sent", async () => {
    fillAgain("srv-files", { tool: "read_file", arguments: `{"id":${id}}`, hidden: false }, 0);
    const { sent, run, tool } = await form();
    expect(tool.entry.name).toBe("read_file");
    expect(screen.getByLabelText("Id")).toHaveValue(id);
    await run();
    expect(sent()).toEqual([`{"id":${id}}`]);
  });
});

describe("what was checked", () => {
  const refuse = { path: "/path", message: "This schema refuses it." };

  it("against an old schema does not hold a call back under a new one", async () => {
    const { fake, press, started } = await filledIn();
    const said = vi.spyOn(fake, "call");
    said.mockImplementation(async (name, args) => {
      fake.asked.push({ name, args });
      return (name === "check_arguments" ? [refuse] : null) as never;
    });
    fireEvent.change(screen.getByLabelText(/^Path/), { target: { value: "docs/other" } });
    await pass(300);
    await pass(10);
    press();
    expect(await screen.findAllByText(/This schema refuses it/)).not.toHaveLength(0);
    expect(started()).toBe(0);
    said.mockRestore();
    await act(async () => fake.emit({ kind: "tools", server: "srv-files" }));
    await waitFor(() => expect(screen.queryByText(/This schema refuses it/)).toBeNull());
    press();
    await waitFor(() => expect(started()).toBe(1));
  });

  it("is not kept once it is not shown: it may be a secret", async () => {
    const { store, press, unmount } = await filledIn();
    await pass(300);
    press();
    await pass(0);
    unmount();
    await pass(2_000);
    const kept = store.queries.getQueryCache().findAll({ queryKey: ["check_arguments"] });
    expect(kept).toEqual([]);
    expect(store.queries.getMutationCache().getAll()).toEqual([]);
  });
});

describe("arguments that were typed", () => {
  /** The rooms at different addresses, in one window. */
  async function room() {
    const { fake, store } = await attached();
    const at = (tool: string) => (
      <StoreProvider store={store}>
        <Theme appearance="light" still>
          <ServersRoom path={["srv-files", "tools", tool]} />
        </Theme>
      </StoreProvider>
    );
    return { fake, at };
  }
  const path = () => screen.findByLabelText(/^Path/);

  it("are there again for who left the tool and comes back", async () => {
    const { at } = await room();
    const { rerender, unmount } = render(at("list_directory"));
    fireEvent.change(await path(), { target: { value: "docs/half" } });
    rerender(at("read_file"));
    expect(await path()).toHaveValue("");
    unmount();
    render(at("list_directory"));
    expect(await path()).toHaveValue("docs/half");
  });

  it("are not kept once the tool was called with them: they may be secrets", async () => {
    const { at, fake } = await room();
    const { unmount } = render(at("list_directory"));
    fireEvent.change(await path(), { target: { value: "docs" } });
    fireEvent.keyDown(await path(), { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(fake.sent("start_call")).not.toEqual([]));
    await pass(10);
    unmount();
    render(at("list_directory"));
    expect(await path()).toHaveValue("");
  });
});
