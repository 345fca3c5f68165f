/** Every sentence of a page, from a catalogue of its language. */

export { useWantedLanguage } from "./browser";
export { Listed } from "./Listed";
export { list } from "./list";
export { formats, locale, offer, speak } from "./open";
export { Say } from "./Say";
export { say } from "./say";
export { aloud, code, strong } from "./tags";
export { useLanguage } from "./useLanguage";
