/** A line of which something may depend that stands elsewhere: a definition, or a block of HTML that ends at a sign. */
const TIED = /^ {0,3}(?:\[[^\]]+\]:|<(?:script|pre|style|textarea|!|\?))/im;

/** The beginning of a line that goes on with nothing before it: neither a list, nor a quotation, nor something set in. */
const FRESH = /^[^\s\-*+>\d[]/;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** What holds a fence in itself that follows without an empty line. */
const HOLDS = /^ {0,3}</;

/**
 * Markdown in pieces that mean the same one by one as they mean together, so that of a text that grows only the last has
 * to be read again. Where that is not sure there is one piece.
 */
export function pieces(text: string): string[] {
  if (TIED.test(text)) return [text];
  const found: string[] = [];
  let begin = 0;
  let at = 0;
  let blank = true;
  let held = false;
  let closed = false;
  let fence: { marks: string; setIn: boolean } | null = null;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if (fence === null) {
      const marks = opening(line);
      held = (held && !blank) || HOLDS.test(line);
      if (marks !== null && held) break;
      const formula = held ? null : endOfFormula(text, at);
      if (formula !== null) {
        found.push(text.slice(begin, at), text.slice(at, formula));
        begin = formula;
        at = formula;
        blank = true;
        continue;
      }
      if (at > begin && FRESH.test(line) && (blank || closed || marks !== null)) {
        found.push(text.slice(begin, at));
        begin = at;
      }
      closed = false;
      fence = marks === null ? null : { marks, setIn: line.startsWith(" ") };
      blank = line.trim() === "";
    } else if (fence.setIn && /^\S/.test(line)) {
      // It ends with the list that it is in, if it is in one.
      break;
    } else if (closes(line, fence.marks)) {
      closed = !fence.setIn;
      fence = null;
      blank = false;
    }
    at = end + 1;
  }
  found.push(text.slice(begin));
  return found.length === 1 ? found : found.filter((piece) => piece !== "");
}

/** How the marks around a formula that fills its lines begin and end. */
const DISPLAY = [
  ["\\[", "\\]"],
  ["$$", "$$"],
] as const;

/** Where a formula ends that begins here, with the end of its last line; at an empty line it was none. */
function endOfFormula(text: string, begin: number): number | null {
  const marks = DISPLAY.find(([open]) => text.startsWith(open, begin));
  if (marks === undefined) return null;
  let from = begin + 2;
  for (let at = begin; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(Math.min(end, Math.max(at, from)), end).trimEnd();
    const close = line.indexOf(marks[1]);
    if (close >= 0) return close === line.length - 2 ? Math.min(text.length, end + 1) : null;
    if (line === "" && at > begin) return null;
    from = 0;
    at = end + 1;
  }
  return text.length;
}

/** The TeX of a piece that is one formula. Until its end is there it is `open`. */
export function formulaOf(piece: string): { tex: string; open: boolean } | null {
  if (endOfFormula(piece, 0) !== piece.length) return null;
  const written = piece.trim();
  const open = written.length < 5 || !DISPLAY.some(([, close]) => written.endsWith(close));
  return { tex: open ? written : written.slice(2, -2).trim(), open };
}

/** The marks with which a line opens a fence. What follows backticks has none, or it is code within a line. */
function opening(line: string): string | null {
  const mark = FENCE.exec(line);
  const [all = "", marks = null] = mark ?? [];
  return marks?.startsWith("`") && line.slice(all.length).includes("`") ? null : marks;
}

/** Whether a line ends a fence: the same sign, no fewer of them, and nothing after. */
function closes(line: string, fence: string): boolean {
  const mark = FENCE.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

/**
 * A piece that is one block of code and nothing else, without reading it as Markdown: of a block that grows all would be read
 * again. `null` where it is not sure.
 */
export function codeOf(piece: string): { info: string; code: string; open: boolean } | null {
  const newline = piece.indexOf("\n");
  const first = newline < 0 ? piece : piece.slice(0, newline);
  const fence = /^[`~]/.test(first) ? opening(first) : null;
  if (fence === null) return null;
  const info = first.slice(fence.length).trim();
  // They would be written in another way.
  if (/[&\\]/.test(info)) return null;
  const begin = newline < 0 ? piece.length : newline + 1;
  for (let at = begin; at < piece.length; ) {
    const next = piece.indexOf("\n", at);
    const end = next < 0 ? piece.length : next;
    if (/^ {0,3}[`~]/.test(piece.slice(at, at + 4)) && closes(piece.slice(at, end), fence)) {
      return piece.slice(end).trim() === ""
        ? { info, code: piece.slice(begin, Math.max(begin, at - 1)), open: false }
        : null;
    }
    at = end + 1;
  }
  return { info, code: piece.slice(begin).replace(/\n$/, ""), open: true };
}
