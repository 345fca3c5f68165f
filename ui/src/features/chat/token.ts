/** What is being typed that asks for a list. */
export interface TypedToken {
  kind: "prompt" | "resource";
  query: string;
  /** Where it stands in the text. */
  from: number;
  to: number;
}

/** `/` at the very beginning asks for prompts, `@` at the beginning of a word for resources; a space ends both. */
export function tokenAt(text: string, caret: number): TypedToken | null {
  const before = text.slice(0, caret);
  const prompt = /^\/(\S*)$/.exec(before);
  if (prompt) return { kind: "prompt", query: prompt[1] ?? "", from: 0, to: caret };
  const resource = /(?:^|\s)@(\S*)$/.exec(before);
  if (resource) {
    const query = resource[1] ?? "";
    return { kind: "resource", query, from: caret - query.length - 1, to: caret };
  }
  return null;
}
