import { act, render } from "@testing-library/react";
import { Profiler } from "react";
import { expect, it } from "vitest";
import { preloadAll } from "../elements";
import { call } from "../platform/fakeHost/make";
import { attached } from "../test/show";
import { App } from "./App";

/** The window, and how often anything in it is drawn from now on. */
async function counted(at: string) {
  window.location.hash = at;
  const { fake, store } = await attached();
  await preloadAll();
  let commits = 0;
  await act(async () => {
    render(
      <Profiler id="window" onRender={() => (commits += 1)}>
        <App store={store} still />
      </Profiler>,
    );
  });
  const during = async (happens: () => void) => {
    // What was still being read when it was opened.
    do {
      commits = 0;
      await act(async () => new Promise((done) => setTimeout(done, 100)));
    } while (commits > 0);
    await act(async () => happens());
    return commits;
  };
  return { fake, during };
}

const working = (value: number) =>
  call({
    id: "call-elsewhere",
    server: "srv-files",
    tool: "search_files",
    state: "running",
    progress: { value, total: 10, message: null },
  });

// Proves F-18.
it.each(["#/permissions", "#/settings", "#/chat"])(
  "draws nothing anew in %s while a call elsewhere makes progress",
  async (at) => {
    const { fake, during } = await counted(at);
    fake.tellCall(working(0));
    const ticks = () => {
      for (const tick of [1, 2, 3, 4, 5]) fake.tellCall(working(tick));
    };
    expect(await during(ticks)).toBe(0);
  },
);

it("draws nothing anew when the host says what is known", async () => {
  const { fake, during } = await counted("#/chat");
  const [server] = fake.world.servers.values();
  if (server === undefined) throw new Error("no server");
  const again = () => {
    fake.emit({ kind: "server", server: server.summary });
    fake.tellWaiting();
    fake.emit({ kind: "settings", settings: fake.world.settings });
  };
  // Once may refetch what a conversation counts.
  await during(again);
  expect(await during(again)).toBe(0);
});
