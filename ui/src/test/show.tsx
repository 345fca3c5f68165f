import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { App } from "../app/App";
import { PayloadsFromHost } from "../app/PayloadsFromHost";
import { preloadAll } from "../elements";
import { GateApp } from "../gate/GateApp";
import { GateSession } from "../gate/session";
import { FakeHost, type FakeHostOptions } from "../platform/fakeHost";
import { HostStore, makeQueries, StoreProvider } from "../store";
import { Theme } from "../theme/Theme";

/** A fake host that waits for nothing, with its store attached. Nothing is in front of the person unless `waiting` says so. */
export async function attached(options: FakeHostOptions = {}) {
  const fake = new FakeHost({ waiting: [], ...options });
  const store = new HostStore(fake, makeQueries());
  await store.start();
  return { fake, store };
}

/** A part of the window on a fake host, with the theme and the store around it. */
export async function show(part: ReactNode, options: FakeHostOptions = {}) {
  const { fake, store } = await attached(options);
  await preloadAll();
  const screen = render(
    <StoreProvider store={store}>
      <Theme appearance={fake.world.settings.appearance} still>
        <PayloadsFromHost>{part}</PayloadsFromHost>
      </Theme>
    </StoreProvider>,
  );
  return { fake, store, user: userEvent.setup({ advanceTimers: advance }), ...screen };
}

/** The main page on a fake host, at an address such as `#/servers/srv-files`, and beside it the page of the gate. */
export async function showApp(at = "#/chat", options: FakeHostOptions = {}) {
  window.location.hash = at;
  const { fake, store } = await attached(options);
  await preloadAll();
  const session = new GateSession(fake.gate);
  await session.start();
  const screen = await act(async () =>
    render(
      <>
        <App store={store} still />
        <GateApp session={session} still />
      </>,
    ),
  );
  return { fake, store, user: userEvent.setup({ advanceTimers: advance }), ...screen };
}

/** The person goes to this address. */
export function goTo(at: string): Promise<void> {
  return act(async () => {
    window.location.hash = at;
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  });
}

function advance(ms: number): void {
  if (vi.isFakeTimers()) {
    vi.advanceTimersByTime(ms);
  }
}
