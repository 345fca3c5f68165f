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

export interface Token {
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

/** `null` where the language is not known. Lines come without their ends. */
export function highlight(code: string, language: string): Token[][] | null {
  if (!known(language)) {
    return null;
  }
  const lines: Token[][] = [[]];
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
  return lines;
}

function kindOf(node: Node): TokenKind | null {
  const names = node.properties?.className;
  const [first = ""] = Array.isArray(names) ? names.filter((it) => typeof it === "string") : [];
  return kinds[first.replace(/^hljs-/, "")] ?? null;
}

function addText(lines: Token[][], text: string, kind: TokenKind | null): void {
  for (const [index, part] of text.split("\n").entries()) {
    if (index > 0) {
      lines.push([]);
    }
    if (part !== "") {
      lines.at(-1)?.push({ text: part, kind });
    }
  }
}
