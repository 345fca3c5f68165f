/** A line of which something may depend that stands elsewhere: a definition, or a block of HTML that ends at a sign. */
const TIED = /^ {0,3}(?:\[[^\]]+\]:|<(?:script|pre|style|textarea|!|\?))/im;

/** The beginning of a line that goes on with nothing before it: neither a list, nor a quotation, nor something set in. */
const FRESH = /^[^\s\-*+>\d[]/;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

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
  let blank = false;
  let fence: string | null = null;
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    if (fence === null && blank && at > begin && FRESH.test(line)) {
      found.push(text.slice(begin, at));
      begin = at;
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && fence === null) {
      fence = mark;
    } else if (mark !== undefined && fence !== null && closes(line, mark, fence)) {
      fence = null;
    }
    blank = line.trim() === "";
    at = end + 1;
  }
  found.push(text.slice(begin));
  return found;
}

/** Whether a line ends a fence: the same sign, no fewer of them, and nothing after. */
function closes(line: string, mark: string, fence: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}
