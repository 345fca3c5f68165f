/** Every sentence of a page, from a catalogue of its language. */

export { useWantedLanguage } from "./browser";
export { Listed } from "./Listed";
export { list } from "./list";
export { formats, type Languages, locale, offer, speak } from "./open";
export { Say } from "./Say";
export { type MessageId, say } from "./say";
export { aloud, code, strong } from "./tags";
export { useLanguage } from "./useLanguage";
