import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fakeWorker } from "../test/fakeWorker";
import { BEGINNING_MS, DRAWING_MS, IDLE_MS, KEPT } from "./limits";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const source = (name: string) => `flowchart TD\n${name} --> B`;

it("draws in one worker, each source once, and ends it when nothing is left to do", async () => {
  const did = fakeWorker();
  const { drawingOf, keptDrawing } = await import("./drawings");
  const [one, same, other] = [drawingOf(source("a")), drawingOf(source("a")), drawingOf(source("b"))];
  await vi.advanceTimersByTimeAsync(100);
  expect(await one).toHaveProperty("svg");
  expect(await same).toBe(await one);
  expect(await other).toHaveProperty("svg");
  expect(did.sources).toHaveLength(2);
  expect(keptDrawing(source("a"))).toBe(await one);
  expect(did).toMatchObject({ begun: 1, ended: 0 });
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(did.ended).toBe(1);
});

it("gives up a drawing that takes too long, ends its worker, and draws the next", async () => {
  const did = fakeWorker("hangs");
  const { drawingOf } = await import("./drawings");
  const slow = drawingOf(source("a"));
  await vi.advanceTimersByTimeAsync(10);
  const next = drawingOf(source("b"));
  await vi.advanceTimersByTimeAsync(DRAWING_MS);
  expect(await slow).toEqual({ refused: { reason: "slow" } });
  expect(did).toMatchObject({ begun: 2, ended: 1 });
  await vi.advanceTimersByTimeAsync(DRAWING_MS + 10);
  expect(await next).toEqual({ refused: { reason: "slow" } });
  // It would take as long the next time.
  expect(await drawingOf(source("a"))).toEqual({ refused: { reason: "slow" } });
  expect(did.sources).toHaveLength(2);
});

it.each(["breaks", "cannot"] as const)(
  "says that it failed where the worker %s, and tries again later",
  async (how) => {
    fakeWorker(how);
    const { drawingOf } = await import("./drawings");
    const broken = drawingOf(source("a"));
    await vi.advanceTimersByTimeAsync(BEGINNING_MS);
    expect(await broken).toEqual({ refused: { reason: "failed" } });
    fakeWorker();
    const again = drawingOf(source("a"));
    await vi.advanceTimersByTimeAsync(100);
    expect(await again).toHaveProperty("svg");
  },
);

it("keeps a number of drawings", async () => {
  fakeWorker();
  const { drawingOf, keptDrawing } = await import("./drawings");
  for (let index = 0; index <= KEPT; index += 1) {
    void drawingOf(source(`n${index}`));
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect(keptDrawing(source("n0"))).toBeUndefined();
  expect(keptDrawing(source("n1"))).toBeDefined();
});
