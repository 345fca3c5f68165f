/** Code as lines of tokens. Text stays text: a token is a kind and characters, never markup (S-19). */
import { languages } from "./codeLanguages";

/** What a token is, as far as it has a colour of its own. */
export type TokenKind =
  | "keyword"
  | "string"
  | "number"
  | "comment"
  | "title"
  | "type"
  | "name"
  | "meta"
  | "added"
  | "removed";

export interface CodeToken {
  text: string;
  kind: TokenKind | null;
}

/** Scopes of the grammars, without their prefix. What is not here has the colour of the text around it. */
const kinds: Record<string, TokenKind> = {
  keyword: "keyword",
  literal: "keyword",
  operator: "keyword",
  "selector-tag": "keyword",
  "template-tag": "keyword",
  string: "string",
  regexp: "string",
  char: "string",
  link: "string",
  code: "string",
  number: "number",
  symbol: "number",
  bullet: "number",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  title: "title",
  section: "title",
  "selector-id": "title",
  "selector-class": "title",
  type: "type",
  built_in: "type",
  tag: "name",
  name: "keyword",
  attr: "name",
  attribute: "name",
  property: "name",
  variable: "name",
  "template-variable": "name",
  params: "name",
  meta: "meta",
  prompt: "meta",
  addition: "added",
  deletion: "removed",
};

/** As much of a node of the tree as is needed here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  properties?: { className?: unknown };
}

/** Whether a fence's name for a language is known. */
export function known(language: string): boolean {
  return languages.registered(language);
}

/** Some grammars take time that grows with the square of a text made for it, so a part has at most so many characters. */
const PART = 2_000;
/** After so many milliseconds the rest has no colours: a text made for it must not hold the page. */
const BUDGET = 100;

/** `null` where the language is not known. Lines come without their ends. */
export function highlight(code: string, language: string): CodeToken[][] | null {
  if (!known(language)) return null;
  const lines: CodeToken[][] = [[]];
  const until = performance.now() + BUDGET;
  for (let at = 0; at < code.length; ) {
    if (performance.now() > until) {
      addText(lines, code.slice(at), null);
      break;
    }
    const end = endOfPart(code, at);
    addPart(lines, code.slice(at, end), language);
    at = end;
  }
  return lines;
}

/** After a line, of these the last with an empty line before it where there is one: what follows begins again more often. */
function endOfPart(code: string, at: number): number {
  const most = at + PART;
  if (code.length <= most) return code.length;
  const part = code.slice(at, most);
  const paragraph = part.lastIndexOf("\n\n");
  if (paragraph > PART / 2) return at + paragraph + 2;
  const line = part.lastIndexOf("\n");
  return line > 0 ? at + line + 1 : most;
}

function addPart(lines: CodeToken[][], code: string, language: string): void {
  // Of a grammar that is nested without end the stack must not be ours.
  const stack: [Node, TokenKind | null][] = [[languages.highlight(language, code) as Node, null]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, around] = next;
    if (node.type === "text") {
      addText(lines, node.value ?? "", around);
    }
    const kind = kindOf(node) ?? around;
    for (const child of (node.children ?? []).toReversed()) {
      stack.push([child, kind]);
    }
  }
}

function kindOf(node: Node): TokenKind | null {
  const names = node.properties?.className;
  const [first = ""] = Array.isArray(names) ? names.filter((it) => typeof it === "string") : [];
  return kinds[first.replace(/^hljs-/, "")] ?? null;
}

function addText(lines: CodeToken[][], text: string, kind: TokenKind | null): void {
  for (const [index, part] of text.split("\n").entries()) {
    if (index > 0) {
      lines.push([]);
    }
    if (part !== "") {
      lines.at(-1)?.push({ text: part, kind });
    }
  }
}
