import { useRef } from "react";
import type { Locale } from "../bindings/host";

/** The language of the browser. */
export function browserLanguage(): Locale {
  return /^zh\b/i.test(navigator.language) ? "zh-CN" : "en";
}

/** The language to speak: the last that the host told, and that of the browser where the host was never reached. */
export function useWantedLanguage(told: Locale | null, failed: boolean): Locale | null {
  const last = useRef(told);
  last.current = told ?? last.current;
  return last.current ?? (failed ? browserLanguage() : null);
}
