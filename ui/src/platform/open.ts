import { inTauri } from "./invoke";
import type { Platform } from "./platform";
import { tauri } from "./tauri";

/** The platform this page runs on. */
export function openPlatform(): Platform {
  if (inTauri()) return tauri;
  throw new Error("this page works only inside the Portcullis window");
}
