/** Reads a flowchart strictly: a line of which a part is not understood is refused, because a picture without it would be wrong. */
import { at, Graph, NAME } from "./graph";
import { refuseLine, type SourceLine } from "./source";
import { label } from "./text";

/** How a box begins and ends, longest first, and how the library writes its shape. */
const SHAPES: [open: string, close: string[], written: [string, string]][] = [
  ["(((", [")))"], ["(((", ")))"]],
  ["([", ["])"], ["([", "])"]],
  ["((", ["))"], ["((", "))"]],
  ["[[", ["]]"], ["[[", "]]"]],
  ["[(", [")]"], ["[(", ")]"]],
  ["[/", ["\\]", "/]"], ["[/", "\\]"]],
  ["[\\", ["/]", "\\]"], ["[\\", "/]"]],
  ["{{", ["}}"], ["{{", "}}"]],
  [">", ["]"], [">", "]"]],
  ["[", ["]"], ["[", "]"]],
  ["(", [")"], ["(", ")"]],
  ["{", ["}"], ["{", "}"]],
];
const WRITTEN = new Map(SHAPES.map(([open, , written]) => [open, written]));

/** Shapes of `A@{ shape: … }`, as far as one of ours is the same. */
const NAMED: Record<string, string> = {
  rect: "[",
  rounded: "(",
  stadium: "([",
  circle: "((",
  diam: "{",
  diamond: "{",
  decision: "{",
  hex: "{{",
  hexagon: "{{",
  cyl: "[(",
  cylinder: "[(",
  db: "[(",
  database: "[(",
};

/** A line between boxes: where it begins, what it is drawn as, and its end. */
const LINK =
  /([<xo](?=--|-\.|==))?(?:(--+)([->]|[xo](?=\s|$))|(-\.+-)([>xo]?)|(==+)([=>]|[xo](?=\s|$))|(~~~+))/y;
/** One with words in the middle. */
const OPENED = /([<xo](?=--|-\.|==))?(--|-\.|==)(?![->=.~])/y;
const CLOSED: Record<string, RegExp> = {
  "--": /--+(?:[->]|[xo](?=\s|$))/g,
  "-.": /\.+-[>xo]?/g,
  "==": /==+(?:[=>]|[xo](?=\s|$))/g,
};

const SKIPPED = /^(?:classDef|class|style|linkStyle|click|accTitle|accDescr)(?=[\s:])/;
const DIRECTION = /^(?:TB|TD|BT|RL|LR)$/;

export function flowchart(lines: SourceLine[], head: string): string {
  const direction = /^\S+\s+(\w+)\s*;?$/.exec(head)?.[1]?.toUpperCase() ?? "TD";
  if (!DIRECTION.test(direction) || !/^\S+(?:\s+\w+)?\s*;?$/.test(head)) {
    refuseLine({ text: head, number: 1, indent: 0 });
  }
  const graph = new Graph();
  for (const line of joined(lines)) {
    statement(graph, line);
  }
  graph.end(lines.at(-1));
  const written = graph.write(
    (group) => [
      `subgraph ${group.id} [${group.label}]`,
      ...(group.direction === null ? [] : [`direction ${group.direction}`]),
    ],
    "end",
    (name, box) => {
      const [open, close] = WRITTEN.get(box.shape) ?? ["[", "]"];
      return `${box.id}${open}${box.label ?? label(name)}${close}`;
    },
  );
  return [`flowchart ${direction}`, ...written].join("\n");
}

/** A text in quotation marks may go over several lines. */
function joined(lines: SourceLine[]): SourceLine[] {
  const all: SourceLine[] = [];
  for (const line of lines) {
    const before = all.at(-1);
    if (before !== undefined && (before.text.match(/"/g)?.length ?? 0) % 2 === 1) {
      before.text += `<br>${line.text}`;
    } else {
      all.push({ ...line });
    }
  }
  return all;
}

function statement(graph: Graph, line: SourceLine): void {
  const { text } = line;
  if (SKIPPED.test(text)) return;
  const plain = text.replace(/\s*;$/, "");
  if (plain === "end") {
    graph.close(line);
    return;
  }
  const group = /^subgraph(?:\s+(.+))?$/.exec(plain);
  if (group !== null) {
    openGroup(graph, group[1] ?? "", line);
    return;
  }
  const direction = /^direction\s+(\w+)$/.exec(plain)?.[1]?.toUpperCase();
  if (direction !== undefined && graph.group !== null && DIRECTION.test(direction)) {
    graph.group.direction = direction;
    return;
  }
  let place = 0;
  while (place < text.length) {
    place = chain(graph, line, place);
    const rest = at(/\s*;?\s*/y, text, place)?.[0] ?? "";
    if (place + rest.length < text.length && !rest.includes(";")) {
      refuseLine(line);
    }
    place += rest.length;
  }
}

function openGroup(graph: Graph, written: string, line: SourceLine): void {
  const titled = /^([^\s[\]"]+)\s*\[(.*)\]$/.exec(written);
  if (titled !== null) {
    graph.open(titled[1] ?? "", label(titled[2] ?? ""));
  } else if (/[[\]{}]/.test(written.replace(/"[^"]*"/g, ""))) {
    refuseLine(line);
  } else {
    graph.open(written.replace(/^"(.*)"$/, "$1"), label(written));
  }
}

const space = (text: string, place: number) => place + (at(/\s*/y, text, place)?.[0].length ?? 0);

/** Boxes and lines between them, to the end of the statement. Returns where that is. */
function chain(graph: Graph, line: SourceLine, from: number): number {
  const { text } = line;
  let { names, place } = boxes(graph, line, from);
  for (;;) {
    const link = linkAt(line, space(text, place));
    if (link === null) return place;
    const next = boxes(graph, line, space(text, link.end));
    if (link.written !== null) {
      const { written } = link;
      for (const one of names) {
        for (const other of next.names) {
          graph.connect(one, other, (a, b) => `${a} ${written} ${b}`);
        }
      }
    }
    names = next.names;
    place = next.place;
  }
}

/** Some boxes with `&` between them. */
function boxes(graph: Graph, line: SourceLine, from: number): { names: string[]; place: number } {
  const names: string[] = [];
  let place = from;
  for (;;) {
    const found = boxAt(graph, line, place);
    names.push(found.name);
    place = found.place;
    const and = at(/\s*&\s*/y, line.text, place);
    if (and === null) return { names, place };
    place += and[0].length;
  }
}

function boxAt(graph: Graph, line: SourceLine, from: number): { name: string; place: number } {
  const { text } = line;
  const name = at(NAME, text, from)?.[0] ?? refuseLine(line);
  let place = from + name.length;
  const box = graph.box(name);
  if (text.startsWith("@{", place)) {
    const end = text.indexOf("}", place);
    const inner = end < 0 ? refuseLine(line) : text.slice(place + 2, end);
    const shape = /\bshape\s*:\s*([\w-]+)/.exec(inner)?.[1];
    const words = /\blabel\s*:\s*("[^"]*"|[^,]+)/.exec(inner)?.[1];
    box.shape = NAMED[shape ?? ""] ?? box.shape;
    box.label = words === undefined ? box.label : label(words);
    place = end + 1;
  } else {
    const shape = SHAPES.find(([open]) => text.startsWith(open, place));
    if (shape !== undefined) {
      const inner = place + shape[0].length;
      const end = endOf(text, inner, shape[1]) ?? refuseLine(line);
      box.shape = shape[0];
      box.label = label(text.slice(inner, end.begin));
      place = end.end;
    }
  }
  return { name, place: place + (at(/:::[\w-]+/y, text, place)?.[0].length ?? 0) };
}

/** Where the text of a box ends; within quotation marks it does not. */
function endOf(text: string, from: number, close: string[]): { begin: number; end: number } | null {
  const quoted = at(/\s*"[^"]*"\s*/y, text, from);
  if (quoted !== null) {
    const begin = from + quoted[0].length;
    const mark = close.find((it) => text.startsWith(it, begin));
    return mark === undefined ? null : { begin, end: begin + mark.length };
  }
  const ends = close.map((mark) => ({ begin: text.indexOf(mark, from), mark })).filter((it) => it.begin >= 0);
  const first = ends.sort((a, b) => a.begin - b.begin)[0];
  return first === undefined ? null : { begin: first.begin, end: first.begin + first.mark.length };
}

/** `written` is `null` where a line is there for the layout alone and not drawn. */
function linkAt(line: SourceLine, from: number): { end: number; written: string | null } | null {
  const { text } = line;
  const plain = at(LINK, text, from);
  if (plain !== null) {
    const [all, begin, , solid, dotted, dot, , thick, unseen] = plain;
    let end = from + all.length;
    const words = at(/\s*\|("[^"]*"|[^|]*)\|/y, text, end);
    end += words?.[0].length ?? 0;
    const style = dotted !== undefined ? "dotted" : thick !== undefined ? "thick" : "solid";
    const mark = solid ?? dot ?? thick ?? "";
    const pointed = mark !== "" && mark !== "-" && mark !== "=";
    return { end, written: unseen === undefined ? arrow(style, begin, pointed, words?.[1] ?? "") : null };
  }
  const opened = at(OPENED, text, from);
  if (opened === null) return null;
  const mark = opened[2] ?? "--";
  const close = new RegExp(CLOSED[mark] ?? /$/, "g");
  close.lastIndex = from + opened[0].length;
  const closed = close.exec(text) ?? refuseLine(line);
  const words = text.slice(from + opened[0].length, closed.index);
  const style = mark === "--" ? "solid" : mark === "==" ? "thick" : "dotted";
  return {
    end: closed.index + closed[0].length,
    written: arrow(style, opened[1], /[>xo]$/.test(closed[0]), words),
  };
}

const LINES = { solid: ["---", "-->"], dotted: ["-.-", "-.->"], thick: ["===", "==>"] } as const;

/** The library has one head of an arrow, which stands for a cross or a circle as well. */
function arrow(
  style: keyof typeof LINES,
  begin: string | undefined,
  pointed: boolean,
  words: string,
): string {
  const text = words.trim() === "" ? "" : `|${label(words)}|`;
  return `${begin === undefined ? "" : "<"}${LINES[style][pointed ? 1 : 0]}${text}`;
}
