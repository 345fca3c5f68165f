import { useEffect, useState, useSyncExternalStore } from "react";
import type { Locale } from "../bindings/host";
import { locale, onSpeech, speak } from "./open";

/**
 * The language that is drawn: the last one that was wanted and is there; `null` until the first one is. What is drawn takes it as
 * its key, because sentences are made while it is drawn.
 */
export function useLanguage(wanted: Locale | null): Locale | null {
  const spoken = useSyncExternalStore(onSpeech, locale);
  const [begun, setBegun] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === locale()) return;
    let live = true;
    speak(wanted).then(
      () => live && setBegun(true),
      (error: unknown) => live && setFailed({ error }),
    );
    return () => {
      live = false;
    };
  }, [wanted]);
  if (failed !== null) {
    // A page without its language is broken, and says so as any other part does.
    throw failed.error;
  }
  return begun || wanted === null || wanted === spoken ? spoken : null;
}
