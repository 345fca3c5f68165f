import "../theme/gateParts";
import "../l10n/gate";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { afterPaint, preloadAll } from "../elements/lazyComponent";
import { say } from "../l10n";
import { inTauri } from "../platform/invoke";
import { GateApp } from "./GateApp";
import { tauriGate } from "./platform";
import { GateSession } from "./session";

async function open(root: HTMLElement): Promise<void> {
  const session = new GateSession(tauriGate);
  const started = session.start();
  createRoot(root).render(
    <StrictMode>
      <GateApp session={session} />
    </StrictMode>,
  );
  await started;
  root.dataset.attached = String(session.read().kind === "ready");
  await afterPaint();
  // It should be there when it is asked for. What could not be read is read again then, and said.
  await preloadAll().catch(() => {});
}

const root = document.getElementById("root");
if (root && inTauri()) {
  void open(root);
} else if (root) {
  root.textContent = say("words-only-in-window");
}
