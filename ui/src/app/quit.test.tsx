import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { FakeHost } from "../platform/fakeHost";
import { found } from "../platform/fakeHost/make";
import { HostStore, makeQueries } from "../store";
import { expectAxeClean } from "../test/axe";
import { showApp } from "../test/show";
import { App } from "./App";

const press = () => fireEvent.keyDown(document.documentElement, { key: "q", code: "KeyQ", ctrlKey: true });
const quits = (fake: FakeHost) => fake.sent("quit").length;

describe("quitting by the keyboard", () => {
  it("is done at once when nothing is under way", async () => {
    const { fake } = await showApp("#/waiting", { fresh: true });
    await act(async () => press());
    expect(quits(fake)).toBe(1);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("says first what would be cut off", async () => {
    const { fake, user } = await showApp("#/waiting");
    const call = found(fake.world.calls.get("call-write"), "call");
    await act(async () => fake.emit({ kind: "call", call: { ...call, state: "running" } }));
    await act(async () => press());
    const dialog = screen.getByRole("dialog", { name: "Quit Portcullis?" });
    expect(dialog).toHaveTextContent(/^Quit Portcullis\?1 call is running/);
    expect(quits(fake)).toBe(0);
    await user.click(screen.getByRole("button", { name: "Keep running" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    await act(async () => press());
    await user.click(screen.getByRole("button", { name: "Quit" }));
    expect(quits(fake)).toBe(1);
  });
});

describe("a host that did not start", () => {
  const problem = {
    code: "store.newer",
    said: null,
    sentence: "The database was written by a newer Portcullis.",
    remedy: "Start the newer version.",
  };

  async function without() {
    const fake = new FakeHost({ waiting: [] });
    fake.failNext("attach", problem);
    const store = new HostStore(fake, makeQueries());
    await store.start();
    render(<App store={store} still />);
    return { fake, store, user: userEvent.setup() };
  }

  it("is told on a page of its own, with what to do", async () => {
    const { fake, user } = await without();
    expect(screen.getByRole("heading", { name: "Portcullis did not start" })).toBeInTheDocument();
    expect(screen.getByRole("alert")).toHaveTextContent(`${problem.sentence}${problem.remedy}`);
    await expectAxeClean();
    fake.failNext("attach", problem);
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(/^Last attempt failed at/)).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("navigation", { name: "Pages" })).toBeInTheDocument();
  });

  it("is told in the language of the browser", async () => {
    const language = vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
    await without();
    expect(await screen.findByRole("heading", { name: "Portcullis 未能启动" })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe("zh-CN");
    language.mockRestore();
  });

  it("can be quit", async () => {
    const { fake, user } = await without();
    await user.click(screen.getByRole("button", { name: "Quit" }));
    expect(quits(fake)).toBe(1);
  });
});
