import "../theme/gateParts";
import "../l10n/gate";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { say } from "../l10n";
import { inTauri } from "../platform/invoke";
import { early } from "./attach";
import { GateApp } from "./GateApp";
import { tauriGate } from "./platform";
import { preloadParts } from "./preload";
import { GateSession } from "./session";

async function open(root: HTMLElement): Promise<void> {
  const session = new GateSession(tauriGate);
  const started = session.start(early ?? undefined);
  createRoot(root).render(
    <StrictMode>
      <GateApp session={session} />
    </StrictMode>,
  );
  await started;
  root.dataset.attached = String(session.read().kind === "ready");
  await preloadParts(session);
}

const root = document.getElementById("root");
if (root && inTauri()) {
  void open(root);
} else if (root) {
  root.textContent = say("words-only-in-window");
}
