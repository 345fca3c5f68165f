import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { vi } from "vitest";
import { App } from "../app/App";
import { PayloadsFromHost } from "../app/PayloadsFromHost";
import { preloadAll } from "../elements";
import { Twin, type TwinOptions } from "../platform/memory";
import { HostStore, makeQueries, StoreProvider } from "../store";
import { Theme } from "../theme/Theme";

/** A twin that waits for nothing, with its store attached. Nothing is in front of the person unless `waiting` says so. */
export async function attached(options: TwinOptions = {}) {
  const twin = new Twin({ pace: 0, waiting: [], ...options });
  const store = new HostStore(twin, makeQueries());
  await store.start();
  return { twin, store };
}

/** A part of the window on a twin, with the theme and the store around it. */
export async function show(part: ReactNode, options: TwinOptions = {}) {
  const { twin, store } = await attached(options);
  await preloadAll();
  const screen = render(
    <StoreProvider store={store}>
      <Theme appearance={twin.world.settings.appearance} still>
        <PayloadsFromHost>{part}</PayloadsFromHost>
      </Theme>
    </StoreProvider>,
  );
  return { twin, store, user: userEvent.setup({ advanceTimers: advance }), ...screen };
}

/** The whole window on a twin, at an address such as `#/servers/srv-files`. */
export async function showApp(at = "#/chat", options: TwinOptions = {}) {
  window.location.hash = at;
  const { twin, store } = await attached(options);
  await preloadAll();
  const screen = await act(async () => render(<App store={store} still />));
  return { twin, store, user: userEvent.setup({ advanceTimers: advance }), ...screen };
}

function advance(ms: number): void {
  if (vi.isFakeTimers()) {
    vi.advanceTimersByTime(ms);
  }
}
