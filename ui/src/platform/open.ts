import type { Platform } from "./platform";
import { inTauri, tauri } from "./tauri";

/**
 * The platform this page runs on. The in-memory twin is for development and pictures only: in a production
 * build the branch is removed and the twin is not part of the bundle.
 */
export async function openPlatform(): Promise<Platform> {
  if (inTauri()) {
    return tauri;
  }
  if (import.meta.env.DEV || import.meta.env.MODE === "twin") {
    const { openTwin } = await import("./memory");
    return openTwin();
  }
  throw new Error("this page works only inside the Portcullis window");
}
