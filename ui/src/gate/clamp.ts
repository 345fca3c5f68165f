import { whole } from "../elements/chunkText";
import { say } from "../l10n";
import { bytes, count } from "../words";

/** A value cut for reading: how it begins and ends, and what was left out. */
export interface Clamped {
  head: string;
  tail: string;
  /** `36 more lines, 1.9 KiB in total`. */
  between: string;
}

const LINES = 10;
const HEAD_LINES = 4;
const TAIL_LINES = 2;
const CHARACTERS = 600;
const HEAD_CHARACTERS = 300;
const TAIL_CHARACTERS = 150;

/**
 * Cuts a value that is too long to be read at a glance; `null` when it is shown whole. What is cut always has a
 * marker, and must be opened before anything can be allowed (S-10). Its end stands there from the beginning: that is where
 * something can be put behind much that bores.
 */
export function clamp(text: string, size: number): Clamped | null {
  const lines = linesOf(text);
  if (lines > LINES) {
    const head = text.slice(0, beforeLine(text, HEAD_LINES));
    const tail = text.slice(lastLines(text, TAIL_LINES));
    if (head.length + tail.length <= CHARACTERS) {
      const left = lines - HEAD_LINES - TAIL_LINES;
      return { head, tail, between: say("gate-clamp-lines", { count: left, size: bytes(size) }) };
    }
  }
  if (text.length <= CHARACTERS) return null;
  const head = text.slice(0, whole(text, HEAD_CHARACTERS));
  const from = whole(text, text.length - TAIL_CHARACTERS);
  const left = from - head.length;
  return {
    head,
    tail: text.slice(from),
    between: say("gate-clamp-characters", { count: left, size: bytes(size) }),
  };
}

/** `1,210 lines, 98 KiB`. */
export function extent(text: string, size: number): string {
  const lines = linesOf(text);
  return lines > 1 ? say("gate-extent", { lines: count(lines), size: bytes(size) }) : bytes(size);
}

/** How many lines it has; one that only ends it is none. No copy is made of a text that may be long. */
function linesOf(text: string): number {
  let lines = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    lines += 1;
  }
  return lines;
}

/** Where so many lines end. */
function beforeLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf("\n", at + 1);
  }
  return at;
}

/** Where the last so many lines begin. */
function lastLines(text: string, lines: number): number {
  let at = text.endsWith("\n") ? text.length - 1 : text.length;
  for (let line = 0; line < lines; line += 1) {
    at = text.lastIndexOf("\n", at - 1);
  }
  return at + 1;
}
