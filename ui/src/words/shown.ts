/** Ranges of characters that are not seen or that change how others are seen (S-41, S-44). */
const hiddenRanges: readonly (readonly [number, number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

function isHidden(code: number): boolean {
  return hiddenRanges.some(([from, upTo]) => code >= from && code <= upTo);
}

const picture = /\p{Extended_Pictographic}/u;

/**
 * Raw text as a person may see it: what is hidden is written as `⟨U+202E⟩`. For what reaches the window raw,
 * such as property names of a schema; a `Foreign` is escaped by the host already. Line breaks and tabs stay
 * with `lines`; with `emoji` also what joins and colours emoji.
 */
export function shownText(raw: string, options: { lines?: boolean; emoji?: boolean } = {}): string {
  let shown = "";
  let before = "";
  for (const character of raw) {
    const code = character.codePointAt(0) ?? 0;
    const line = options.lines === true && (character === "\n" || character === "\t");
    const emoji = options.emoji === true && (code === 0xfe0f || code === 0x200d) && picture.test(before);
    if (isHidden(code) && !line && !emoji) {
      shown += `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    } else {
      shown += character;
    }
    before = emoji ? before : character;
  }
  return shown;
}
