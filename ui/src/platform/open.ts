import type { Platform } from "./platform";
import { inTauri, tauri } from "./tauri";

/** The platform this page runs on. */
export function openPlatform(): Platform {
  if (inTauri()) {
    return tauri;
  }
  throw new Error("this page works only inside the Portcullis window");
}
