import { useEffect, useRef, useState } from "react";
import type { CodeToken } from "./highlight";

/** Longer code is shown without colours: to find them would take longer than a frame. In characters. */
export const HIGHLIGHTED = 40_000;
/** With a longer line it is data, or was made by a machine. In characters. */
export const LONGEST_LINE = 2_000;
/** Every name of a language is shorter. */
const NAME = 32;

/** How long code that grows must rest before its last lines get their colours, in milliseconds. */
const REST = 160;
/** As much may be plain at the end of code that grows: in characters, and as a part of what has its colours. */
const PLAIN = 400;
const PLAIN_PART = 0.25;

/** Names that no grammar has. */
const unknown = new Set<string>();

/** One block at a time, each in a task of its own: between two of them the page is drawn. */
let queue: Promise<unknown> = Promise.resolve();

function later<T>(work: () => T | Promise<T>): Promise<T> {
  const done = queue.then(() => new Promise((go) => setTimeout(go))).then(work);
  queue = done.catch(() => {});
  return done;
}

/** Whether code gets colours at all. */
function coloured(code: string, language: string): boolean {
  if (language === "" || language.length > NAME || unknown.has(language) || code.length > HIGHLIGHTED) {
    return false;
  }
  return !code.split("\n").some((line) => line.length > LONGEST_LINE);
}

/**
 * The beginning of the code in lines of tokens, and how many characters that is; the rest is plain. Code that grows is read
 * again only when a quarter of it is new, or when it rests: all readings together cost as much as five of the whole.
 */
export function useHighlight(code: string, language: string): { lines: CodeToken[][]; length: number } {
  const [read, setRead] = useState<{ code: string; language: string; lines: CodeToken[][] } | null>(null);
  const latest = useRef(code);
  const reading = useRef(false);
  const live = useRef(true);
  const begins = read !== null && read.language === language && code.startsWith(read.code);
  const length = begins ? read.code.length : 0;
  const rest = code.length - length;
  const wanted = rest > 0 && coloured(code, language);
  const soon = rest > Math.max(PLAIN, length * PLAIN_PART);
  useEffect(() => {
    live.current = true;
    return () => {
      live.current = false;
    };
  }, []);
  useEffect(() => {
    latest.current = code;
    if (!wanted) return;
    const begin = async () => {
      if (reading.current) return;
      reading.current = true;
      try {
        const { highlight } = await import("./highlight");
        await later(() => {
          const now = latest.current;
          const lines = live.current ? highlight(now, language) : [];
          if (lines === null) {
            unknown.add(language);
          } else if (live.current) {
            setRead({ code: now, language, lines });
          }
        });
      } catch {
        // Without colours it can be read as well.
        unknown.add(language);
      } finally {
        reading.current = false;
      }
    };
    if (soon) {
      void begin();
      return;
    }
    const timer = setTimeout(() => void begin(), length === 0 ? 0 : REST);
    return () => clearTimeout(timer);
  }, [wanted, soon, length, language, code]);
  return begins ? { lines: read.lines, length } : NONE;
}

const NONE = { lines: [] as CodeToken[][], length: 0 };
