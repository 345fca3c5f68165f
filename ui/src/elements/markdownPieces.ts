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
  if (TIED.test(text)) {
    return [text];
  }
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
      if (marks !== null && held) {
        break;
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
  return found;
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
  if (fence === null) {
    return null;
  }
  const info = first.slice(fence.length).trim();
  // They would be written in another way.
  if (/[&\\]/.test(info)) {
    return null;
  }
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
