import "./theme/parts";
import "./l10n/main";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { say } from "./l10n";
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
    root.textContent = say("words-only-in-window");
  });
}
