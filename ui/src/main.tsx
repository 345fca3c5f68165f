import "./theme/parts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { early } from "./platform/attach";
import { openPlatform } from "./platform/open";
import { HostStore, makeQueries } from "./store";

async function open(root: HTMLElement): Promise<void> {
  const store = new HostStore(openPlatform(), makeQueries());
  const started = store.start(early ?? undefined);
  createRoot(root).render(
    <StrictMode>
      <App store={store} />
    </StrictMode>,
  );
  await started;
}

const root = document.getElementById("root");
if (root) {
  open(root).catch(() => {
    root.textContent = "This page works only inside the Portcullis window.";
  });
}
