/**
 * Ranges of characters that are not seen, that change how others are seen, or that look as a font decides
 * (S-41, S-44). The host has the same rule; `cases.json` of its module `text` holds the two together.
 */
const hiddenRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xa0, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x70f, 0x70f],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  // Surrogates without their other half do not exist for the host.
  [0xd800, 0xdfff],
  [0xe000, 0xf8ff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x13430, 0x1343f],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
  [0xf0000, 0x10ffff],
];

/** Pictograms that may be followed by the selector of their coloured form. */
const pictogramRanges: readonly (readonly [number, number])[] = [
  [0x203c, 0x203c],
  [0x2049, 0x2049],
  [0x2122, 0x2122],
  [0x2139, 0x2139],
  [0x2194, 0x21aa],
  [0x231a, 0x23ff],
  [0x24c2, 0x24c2],
  [0x25aa, 0x25fe],
  [0x2600, 0x27bf],
  [0x2934, 0x2935],
  [0x2b05, 0x2b55],
  [0x3030, 0x303d],
  [0x3297, 0x3299],
  [0x1f000, 0x1faff],
];

/** These ranges as a class of a pattern: the engine looks for all of them at once. */
function inClass(ranges: readonly (readonly [number, number])[]): string {
  return ranges.map((range) => range.map((code) => `\\u{${code.toString(16)}}`).join("-")).join("");
}

/** The last two code points of every plane are noncharacters. */
const planes = Array.from(
  { length: 17 },
  (_, plane) => [plane * 0x10000 + 0xfffe, plane * 0x10000 + 0xffff] as const,
);
const hiddenClass = inClass([...hiddenRanges, ...planes]);
const inLine = new RegExp(`[${hiddenClass}]`, "gu");
const inLines = new RegExp(`(?![\\n\\t])[${hiddenClass}]`, "gu");
const pictogram = new RegExp(`[${inClass(pictogramRanges)}]$`, "u");

/** One selector after a pictogram stays: it asks for the coloured form and carries nothing else. */
function asksForColour(character: string, at: number, text: string): boolean {
  return character === "\ufe0f" && pictogram.test(text.slice(Math.max(0, at - 2), at));
}

const plain = /^[\x20-\x7e]*$/;
const plainLines = /^[\n\t\x20-\x7e]*$/;

/** In every language, as the host writes it. */
const SPACES = "spaces";

/** Runs of blanks that can push what follows out of sight: in a text of one line, and of several. */
const longRun = / {9,}/g;
const longRunInLines = /[ \t]{65,}/g;

/**
 * Raw text as a person may see it: what is hidden is written as `⟨U+202E⟩`, a long run of spaces as `⟨120 spaces⟩`;
 * `hidden` counts both. For what reaches the window raw, such as property names of a schema and text of a model; a
 * `Foreign` is escaped by the host already.
 * With `lines`, line feeds and tabs stay and CR LF is one line feed. Escaping twice changes nothing.
 */
export function escapeInvisible(
  raw: string,
  options: { lines?: boolean } = {},
): { text: string; hidden: number } {
  const lines = options.lines === true;
  let hidden = 0;
  const from = (lines ? raw.replaceAll("\r\n", "\n") : raw).replaceAll(
    lines ? longRunInLines : longRun,
    (run) => {
      hidden += run.length;
      return `⟨${run.length} ${SPACES}⟩`;
    },
  );
  if (hidden === 0 && (lines ? plainLines : plain).test(from)) return { text: from, hidden: 0 };
  const text = from.replaceAll(lines ? inLines : inLine, (character, at: number, all: string) => {
    if (asksForColour(character, at, all)) return character;
    hidden += 1;
    return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
  return { text, hidden };
}

/** The text of `escapeInvisible`. */
export function escapedText(raw: string, options: { lines?: boolean } = {}): string {
  return escapeInvisible(raw, options).text;
}
