/** The language that this page speaks. */
import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Locale } from "../bindings/host";

/** The text of the files of one language. */
export type Sources = readonly string[];

/** The catalogues of a page. What is not English is read when it is wanted. */
export interface Languages extends Record<Locale, () => Sources | Promise<{ sources: Sources }>> {
  en: () => Sources;
}

/** How numbers and times are written in each. */
const FORMATS: Record<Locale, string> = { en: "en-GB", "zh-CN": "zh-CN" };

interface Speech {
  locale: Locale;
  /** The language itself, and English for what it does not have. */
  bundles: FluentBundle[];
}

let languages: Languages | null = null;
let speech: Speech | null = null;
const listeners = new Set<() => void>();

/** Names the catalogues of this page, and speaks English until another language is asked for. */
export function offer(given: Languages): void {
  languages = given;
  change({ locale: "en", bundles: [parsed("en", given.en())] });
}

/** Speaks a language from now on. */
export async function speak(wanted: Locale): Promise<void> {
  if (languages === null) throw new Error("no catalogues");
  const english = parsed("en", languages.en());
  if (wanted === "en") {
    change({ locale: wanted, bundles: [english] });
    return;
  }
  const given = await languages[wanted]();
  const sources = "sources" in given ? given.sources : given;
  change({ locale: wanted, bundles: [parsed(wanted, sources), english] });
}

function change(to: Speech): void {
  speech = to;
  document.documentElement.lang = to.locale;
  for (const changed of listeners) {
    changed();
  }
}

/** The language that is spoken. */
export function locale(): Locale {
  return spoken().locale;
}

/** The name of that language for `Intl`. */
export function formats(): string {
  return FORMATS[spoken().locale];
}

/** The bundles to look for a message in, one after the other. */
export function bundles(): readonly FluentBundle[] {
  return spoken().bundles;
}

/** Tells of another language. */
export function onSpeech(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function spoken(): Speech {
  if (speech === null) throw new Error("a sentence before there is a language: make it where it is shown");
  return speech;
}

function parsed(locale: Locale, sources: Sources): FluentBundle {
  // Marks around an argument are invisible characters, and those are counted and written out (S-41).
  const bundle = new FluentBundle(FORMATS[locale], { useIsolating: false });
  for (const source of sources) {
    bundle.addResource(new FluentResource(source));
  }
  return bundle;
}
