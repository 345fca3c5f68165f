import { bytes, count, many } from "../words";

/** A value cut for reading, with what was left out. */
export interface Clamped {
  head: string;
  /** `38 more lines, 1.9 KB in all`. */
  left: string;
}

const LINES = 6;
const HEAD_LINES = 4;
const CHARACTERS = 600;
const HEAD_CHARACTERS = 400;

/**
 * Cuts a value that is too long to be read at a glance; `null` when it is shown whole. What is cut always has a
 * marker, and must be opened before anything can be allowed (S-10).
 */
export function clamp(text: string, size: number): Clamped | null {
  const lines = text.split("\n");
  if (lines.length > LINES) {
    const head = lines.slice(0, HEAD_LINES).join("\n");
    if (head.length <= CHARACTERS) {
      return { head, left: `${many(lines.length - HEAD_LINES, "more line")}, ${bytes(size)} in all` };
    }
  }
  if (text.length <= CHARACTERS) {
    return null;
  }
  const head = [...text.slice(0, HEAD_CHARACTERS + 1)].slice(0, HEAD_CHARACTERS).join("");
  return { head, left: `${count(text.length - head.length)} more characters, ${bytes(size)} in all` };
}
