import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { preloadAll } from "../elements";
import type { FakeHostOptions } from "../platform/fakeHost";
import { conversationOf } from "../platform/fakeHost/seed";
import { attached } from "../test/show";
import { App } from "./App";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The window as it is used, with its steps; the next one comes when `paint` is called. */
async function opened(at: string, options: FakeHostOptions) {
  window.location.hash = at;
  const { store, fake } = await attached(options);
  await preloadAll();
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal("requestAnimationFrame", (next: FrameRequestCallback) => frames.push(next));
  await act(async () => {
    render(<App store={store} />);
  });
  const paint = () =>
    act(async () => {
      for (const next of frames.splice(0)) next(performance.now());
      await new Promise((done) => setTimeout(done, 20));
    });
  return { fake, paint };
}

// Proves F-18.
it("a long conversation is drawn in steps, its end first", async () => {
  const { paint } = await opened("#/chat/conv-long", {
    prepare: (world) => {
      const [known] = [...world.conversations.values()].flatMap((it) => it.messages);
      if (known === undefined) throw new Error("no message");
      const messages = Array.from({ length: 200 }, (_, index) => ({
        ...known,
        seq: index + 1,
        parts: [{ kind: "words" as const, text: `number ${index + 1}` }],
      }));
      world.conversations.set(
        "conv-long",
        conversationOf(world, { id: "conv-long", title: "Long" }, messages),
      );
    },
  });
  const drawn = () => screen.queryAllByRole("article").length;
  expect(await screen.findByText("number 200")).toBeInTheDocument();
  expect(drawn()).toBeLessThanOrEqual(12);
  const before = drawn();
  await paint();
  expect(drawn()).toBeGreaterThan(before);
  expect(drawn()).toBeLessThanOrEqual(before + 12);
  for (let step = 0; step < 12; step += 1) await paint();
  await waitFor(() => expect(drawn()).toBe(60));
});

// Proves F-18.
it("hundreds of permissions are drawn in steps", async () => {
  const { paint } = await opened("#/permissions", {
    prepare: (world) => {
      const [known] = world.grants;
      if (known === undefined) throw new Error("no permission");
      world.grants = Array.from({ length: 100 }, (_, index) => ({
        ...known,
        id: `grant-${index}`,
        server: `srv-${index % 10}`,
        server_label: `Server ${index % 10}`,
        unused_days: null,
      }));
    },
  });
  const drawn = () => screen.queryAllByRole("button", { name: /^Revoke .+ of / }).length;
  await screen.findByText("100 permissions");
  const at = drawn();
  expect(at).toBeGreaterThan(0);
  expect(at).toBeLessThan(50);
  for (let step = 0; step < 8; step += 1) await paint();
  await waitFor(() => expect(drawn()).toBe(100));
});

it("the lower part of the settings follows what is above", async () => {
  const { paint } = await opened("#/settings", {});
  expect(screen.getByRole("region", { name: "Appearance" })).toBeInTheDocument();
  expect(screen.queryByRole("region", { name: "Keyboard" })).toBeNull();
  await paint();
  await waitFor(() => expect(screen.getByRole("region", { name: "Keyboard" })).toBeInTheDocument());
});
