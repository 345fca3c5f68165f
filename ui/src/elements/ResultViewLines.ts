/**
 * Reads a payload piece by piece. Lines are cut as they come, so the window never holds a second copy of the whole as
 * one text, and a line without end is broken where a row would get too long.
 */
import { useCallback, useEffect, useMemo } from "react";
import type { Payload, Problem } from "../bindings/host";
import { whole } from "./chunkText";
import { useChunks } from "./payloads";

/** Longest row in characters; a longer line continues on the next. */
export const ROW = 1_000;

/** Adds a piece to lines of which the last may be unfinished. Changes `lines`. */
export function addLines(lines: string[], piece: string): void {
  const parts = piece.split(/\r\n|\n|\r/);
  const first = (lines.pop() ?? "") + (parts.shift() ?? "");
  for (const line of [first, ...parts]) {
    let at = 0;
    while (line.length - at > ROW) {
      const end = whole(line, at + ROW);
      lines.push(line.slice(at, end));
      at = end;
    }
    lines.push(line.slice(at));
  }
}

/** What is read without being asked for; beyond it, what is scrolled to. */
const EAGER = { bytes: 16 * 1024 * 1024, lines: 200_000 };

export interface LinesReading {
  lines: readonly string[];
  /** The whole as one text; only when it is done. */
  text: () => string;
  /** Bytes read so far. */
  read: number;
  done: boolean;
  /** Waits for the person to scroll on. */
  waits: boolean;
  /** Reads on. */
  more: () => void;
  problem: Problem | null;
}

export function usePayload(payload: Payload): LinesReading {
  const { handle } = payload;
  const { pages, reading, problem, next } = useChunks(handle);
  const kept = useMemo(() => ({ handle, pages: 0, lines: [] as string[] }), [handle]);
  const lines = useMemo(() => {
    if (pages.length < kept.pages) {
      kept.pages = 0;
      kept.lines = [];
    }
    // Only what is new is cut; the rest was cut when it came.
    for (const page of pages.slice(kept.pages)) addLines(kept.lines, page.text);
    kept.pages = pages.length;
    return kept.lines.slice();
  }, [pages, kept]);
  const text = useCallback(() => pages.map((page) => page.text).join(""), [pages]);
  const last = pages.at(-1);
  const read = last === undefined ? 0 : (last.next ?? last.bytes);
  const enough = read >= EAGER.bytes || lines.length >= EAGER.lines;
  const more = useCallback(() => {
    if (!reading && problem === null) next();
  }, [reading, problem, next]);
  useEffect(() => {
    // Each piece asks for the next.
    if (pages.length > 0 && !enough) more();
  }, [pages.length, enough, more]);
  const done = last !== undefined && last.next === null;
  return { lines, text, read, done, waits: enough && !done, more, problem };
}
