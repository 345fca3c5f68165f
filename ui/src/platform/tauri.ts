import { invokeAttach, invokeOnce } from "./invoke";
import type { Platform } from "./platform";

/** The real window. */
export const tauri: Platform = {
  call: invokeOnce,
  attach: (hear) => invokeAttach("attach", hear),
};
