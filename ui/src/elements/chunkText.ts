/** A text in portions of at most so many characters, cut at the end of a line where there is one, or between words. */
export function chunkText(text: string, most: number): string[] {
  const cut: string[] = [];
  let at = 0;
  while (text.length - at > most) {
    const line = text.lastIndexOf("\n", at + most);
    if (line > at) {
      cut.push(text.slice(at, line));
      at = line + 1;
    } else {
      const end = betweenWords(text, at, at + most);
      cut.push(text.slice(at, end));
      at = end;
    }
  }
  cut.push(text.slice(at));
  return cut;
}

/** How far back the end of a word is looked for. */
const WORD = 100;

function betweenWords(text: string, begin: number, at: number): number {
  const from = Math.max(begin, at - WORD);
  const space = text.slice(from, at).lastIndexOf(" ");
  return space < 0 ? whole(text, at) : from + space + 1;
}

/** A place to cut that leaves pairs of surrogates and written escapes together. */
export function whole(line: string, at: number): number {
  // Looked for no further back than an escape is long: in a line without end that would be all of it, at every cut.
  const from = Math.max(0, at - 11);
  const open = from + line.slice(from, at).lastIndexOf("⟨");
  if (open >= from && open > 0 && line.slice(open, open + 12).indexOf("⟩") >= at - open) return open;
  const code = line.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
