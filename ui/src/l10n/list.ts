import { formats } from "./open";

/** Texts as a list within a sentence: `a, b and c`. A Chinese “and” has a space next to Latin words and numbers. */
export function list(texts: readonly string[]): string {
  const parts = new Intl.ListFormat(formats()).formatToParts(texts);
  return parts
    .map(({ type, value }, index) => {
      if (type !== "literal" || !/^\p{Script=Han}+$/u.test(value)) return value;
      const before = /[\p{Script=Latin}\d]$/u.test(parts[index - 1]?.value ?? "") ? " " : "";
      const after = /^[\p{Script=Latin}\d]/u.test(parts[index + 1]?.value ?? "") ? " " : "";
      return `${before}${value}${after}`;
    })
    .join("");
}
