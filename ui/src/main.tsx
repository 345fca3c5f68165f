import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { readRooms } from "./app/rooms";
import { drawn } from "./elements";
import { openPlatform } from "./platform/open";
import { HostStore, makeQueries } from "./store";

async function open(root: HTMLElement): Promise<void> {
  const store = new HostStore(await openPlatform(), makeQueries());
  // The host is asked first, and answers while the page gets ready to show it.
  const started = store.start();
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
  await started;
  await drawn();
  // The moment that `tests/window/launch.rs` measures.
  performance.mark("usable");
  // They should be there when they are asked for. What could not be read is read again then, and said.
  readRooms().catch(() => {});
}

const root = document.getElementById("root");
if (root) {
  open(root).catch(() => {
    root.textContent = "This page works only inside the Portcullis window.";
  });
}
