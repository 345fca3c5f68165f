/** Fewer lines are read as a whole. */
const LONG = 40;
/** At least as many lines are read together. */
const PART = 20;

/** The beginning of an item that is not set in: its sign, or its number and the sign after it. */
const ITEM = /^(?:([-*+])|(\d{1,9})([.)])) {1,4}(?=\S)/;
/** What may become such a beginning. */
const BEGINS = /^(?:[-*+]|\d{1,9}[.)]?) ?$/;
const RULE = /^(?:(?:- *){3,}|(?:\* *){3,})$/;
const TO_DO = /^(?:[-*+]|\d{1,9}[.)]) {1,4}\[[ xX]\]\s/;
/** A line on which others may depend. */
const DEFINES = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\[[^\]]+\]:/m;

const DELIMITER = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * A long list or table of which only the last part has to be read again when it grows. The parts are Markdown that is read on
 * its own, each with its items or rows in it; `tail` follows after it.
 */
export type Parts =
  | { kind: "list"; start: number | null; loose: boolean; toDo: boolean; parts: string[]; tail: string }
  | { kind: "table"; head: string; parts: string[]; tail: string };

/** The parts of a piece of Markdown; `null` where it is short, or where it is not sure that they mean the same. */
export function partsOf(piece: string): Parts | null {
  const lines = piece.split("\n");
  if (lines.length < LONG || DEFINES.test(piece)) return null;
  return listOf(lines) ?? tableOf(lines);
}

function listOf(lines: string[]): Parts | null {
  const first = ITEM.exec(lines[0] ?? "");
  if (first === null || RULE.test(lines[0] ?? "")) return null;
  const sign = first[1] ?? first[3];
  let [indent, blank, loose, within] = [first[0].length, false, false, false];
  let toDo = TO_DO.test(lines[0] ?? "");
  let end = 1;
  const begins = [0];
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? "";
    const item = ITEM.exec(line);
    const last = end === lines.length - 1;
    if (/^[ \t]*$/.test(line)) {
      blank = true;
    } else if (item !== null && (item[1] ?? item[3]) === sign && !RULE.test(line)) {
      loose ||= blank;
      blank = false;
      indent = item[0].length;
      toDo ||= TO_DO.test(line);
      begins.push(end);
    } else if (line.startsWith(" ".repeat(indent))) {
      within ||= blank;
      blank = false;
    } else if (blank && /^\S/.test(line)) {
      break;
    } else if (blank || !last || !BEGINS.test(line)) {
      return null;
    }
  }
  if (within && !loose) {
    // Whether it is loose depends on what is set in.
    return null;
  }
  const { parts, tail } = cut(lines, begins, end);
  return { kind: "list", start: first[2] === undefined ? null : Number(first[2]), loose, toDo, parts, tail };
}

function tableOf(lines: string[]): Parts | null {
  const [head = "", delimiter = ""] = lines;
  if (!head.startsWith("|") || !DELIMITER.test(delimiter) || cells(head) !== cells(delimiter)) return null;
  let end = 2;
  while (end < lines.length && lines[end]?.startsWith("|")) {
    end += 1;
  }
  if (!/^[ \t]*$/.test(lines[end] ?? "")) return null;
  const begins = Array.from({ length: end - 2 }, (_, index) => index + 2);
  const { parts, tail } = cut(lines, begins, end);
  return { kind: "table", head: `${head}\n${delimiter}\n`, parts, tail };
}

/** How many cells a row has. */
function cells(row: string): number {
  const inner = row.trim().replace(/^\|/, "").replace(/\|$/, "");
  return inner.split(/(?<!\\)\|/).length;
}

/** The lines up to `end` in parts that begin at some of `begins`, and those after it. */
function cut(lines: string[], begins: number[], end: number): { parts: string[]; tail: string } {
  const parts: string[] = [];
  let [from = 0] = begins;
  const add = (to: number) => {
    parts.push(`${lines.slice(from, to).join("\n")}\n`);
    from = to;
  };
  for (const begin of begins) {
    if (begin - from >= PART) {
      add(begin);
    }
  }
  add(end);
  return { parts, tail: lines.slice(end).join("\n") };
}
