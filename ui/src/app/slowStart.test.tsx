import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeHost } from "../platform/fakeHost";
import { problem } from "../platform/fakeHost/make";
import { HostStore, makeQueries } from "../store";
import { expectAxeClean } from "../test/axe";
import { App } from "./App";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** The window of a host that does not answer before it is told to. */
function opening() {
  const fake = new FakeHost({ waiting: [] });
  const store = new HostStore(fake, makeQueries());
  render(<App store={store} still />);
  return { fake, store };
}

it("a start that takes long says so, until there is a host", async () => {
  const { store } = opening();
  await pass(2_900);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  await pass(200);
  expect(screen.getByRole("status")).toHaveTextContent("Portcullis is still starting.");
  vi.useRealTimers();
  await expectAxeClean();
  await act(() => store.start());
  expect(await screen.findByRole("navigation", { name: "Pages" })).toBeInTheDocument();
  expect(screen.queryByText(/still starting/)).toBeNull();
});

it("a slow start that fails says why in its place", async () => {
  const { fake, store } = opening();
  await pass(3_100);
  vi.useRealTimers();
  fake.failNext("attach", problem("store.newer", { sentence: "A newer Portcullis wrote the database." }));
  await act(() => store.start());
  expect(screen.getByRole("alert")).toHaveTextContent("A newer Portcullis wrote the database.");
  expect(screen.queryByText(/still starting/)).toBeNull();
});

it("a slow start is told in the language of the browser", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
  opening();
  await pass(3_100);
  vi.useRealTimers();
  expect(await screen.findByText(/^Portcullis 仍在启动。/)).toBeInTheDocument();
});
