/**
 * The words of a diagram on their way through the library that lays it out. That reads its own syntax with patterns, so every
 * sign of a text that could be syntax stands as a character of the private use area until the picture is made: a text can only
 * ever be a text (S-19).
 */
import { COLUMNS, LONGEST_TEXT } from "./limits";
import { Refused } from "./source";

/** The private use area from here on holds ASCII. */
const BASE = 0xe000;
const PRIVATE = /[\ue000-\uf8ff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are replaced
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]/g;

/** Half of a character. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Nothing of it is syntax any more. Spaces stay, or a long text would be one word. */
export function opaque(text: string): string {
  const plain = text.replace(PRIVATE, "\ufffd").replace(HALF, "\ufffd").replace(CONTROL, " ");
  return plain.replace(/[!-/:-@[-^`{-~]/g, (it) => String.fromCharCode(BASE + it.charCodeAt(0)));
}

/** As `opaque`, and one word. */
export function opaqueWord(text: string): string {
  return opaque(text).replace(/\s/g, String.fromCharCode(BASE + 32)) || String.fromCharCode(BASE + 32);
}

/** The text again, as it was written. */
export function readable(text: string): string {
  return text.replace(/[\ue020-\ue07e]/g, (it) => String.fromCharCode(it.charCodeAt(0) - BASE));
}

const NAMED: Record<string, string> = {
  quot: '"',
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
  colon: ":",
  semi: ";",
};

/** What a writer of diagrams can put for a sign: `#quot;`, `&lt;`, `#35;`. */
function withoutEntities(text: string): string {
  return text.replace(/[&#](?:([a-z]{2,5})|#?(\d{1,7}));/g, (all, name?: string, number?: string) => {
    if (number !== undefined) {
      const code = Number(number);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
        ? String.fromCodePoint(code)
        : all;
    }
    return NAMED[name ?? ""] ?? all;
  });
}

/** A label as it is meant: without its quotation marks, with `<br>` as the end of a line. */
function lettering(written: string): string {
  const inner = written.trim();
  const quoted = /^"([\s\S]*)"$/.exec(inner)?.[1] ?? inner;
  const markdown = /^`([\s\S]*)`$/.exec(quoted)?.[1] ?? quoted;
  return withoutEntities(
    markdown.replace(/<br\s*\/?>|\\n/gi, "\n").replace(/<\/?(?:b|i|u|em|strong|small|code)>/gi, ""),
  );
}

/** Columns that a character takes. */
function widthOf(character: string): number {
  return (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
}

/** Columns that a text takes, also one that is on its way. */
export function columnsOf(text: string): number {
  return [...readable(text)].reduce((sum, it) => sum + widthOf(it), 0);
}

/** Breaks a line between words where it is too long, and within one that is longer than a line. */
function broken(line: string, columns: number): string[] {
  const lines: string[] = [];
  let now = "";
  let width = 0;
  for (const word of line.split(/(?<=\s)/)) {
    let size = 0;
    for (const character of word) {
      size += widthOf(character);
    }
    if (width > 0 && width + size > columns) {
      lines.push(now);
      now = "";
      width = 0;
    }
    for (const character of word) {
      if (width >= columns) {
        lines.push(now);
        now = "";
        width = 0;
      }
      now += character;
      width += widthOf(character);
    }
  }
  return [...lines, now];
}

/** The lines of a text, each of them opaque. */
export function linesOf(written: string, columns = COLUMNS): string[] {
  const text = lettering(written);
  if (text.length > LONGEST_TEXT) throw new Refused({ reason: "large" });
  return text
    .split("\n")
    .flatMap((line) => broken(line, columns))
    .map((line) => opaque(line.trim()));
}

/** A label for the library. */
export function label(written: string): string {
  return linesOf(written).join("<br>") || opaqueWord(" ");
}

/** A label in one line, for places that have no second. */
export function shortLabel(written: string): string {
  const text = lettering(written).replace(/\s+/g, " ").trim();
  if (text.length > LONGEST_TEXT) throw new Refused({ reason: "large" });
  return opaqueWord(text);
}
