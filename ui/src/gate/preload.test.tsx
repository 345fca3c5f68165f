import { afterEach, expect, it, vi } from "vitest";
import { lazyComponent } from "../elements/lazyComponent";
import { FakeHost } from "../platform/fakeHost";
import { newToolRequest } from "../platform/fakeHost/requests";
import { preloadParts } from "./preload";
import { GateSession } from "./session";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The page of a window that paints when `paint` is called, and a part of it that was put off. */
async function opened(fake: FakeHost) {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (next: FrameRequestCallback) => frames.push(next));
  const file = vi.fn(async () => () => null);
  lazyComponent<object>(file);
  const session = new GateSession(fake.gate);
  await session.start();
  const loaded = preloadParts(session);
  const paint = () => {
    for (const next of frames.splice(0)) next(performance.now());
  };
  return { file, loaded, paint };
}

it("loads what was put off in a hidden page, which paints nothing", async () => {
  const { file, loaded } = await opened(new FakeHost({ waiting: [] }));
  await loaded;
  expect(file).toHaveBeenCalledTimes(1);
});

it("paints what is asked before it loads what was put off", async () => {
  const { file, loaded, paint } = await opened(new FakeHost({ waiting: [newToolRequest()] }));
  expect(file).not.toHaveBeenCalled();
  paint();
  await loaded;
  expect(file).toHaveBeenCalledTimes(1);
});
