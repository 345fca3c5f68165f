import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { readRooms } from "./app/rooms";
import { openPlatform } from "./platform/open";
import { HostStore, makeQueries } from "./store";

const root = document.getElementById("root");
if (root) {
  try {
    const store = new HostStore(await openPlatform(), makeQueries());
    createRoot(root).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    );
    await store.start();
    // What there is to see has been drawn: the moment that `tests/window/launch.rs` measures.
    requestAnimationFrame(() => setTimeout(() => performance.mark("usable")));
    // The first room is being drawn; the others should be there when they are asked for.
    setTimeout(() => void readRooms());
  } catch {
    root.textContent = "This page works only inside the Portcullis window.";
  }
}
