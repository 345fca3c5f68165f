/** Reads a state diagram strictly; notes, choices and concurrent parts are refused, because they would be missing. */
import { at, ENDS, Graph, NAME } from "./graph";
import { refuseLine, type SourceLine } from "./source";
import { label, shortLabel } from "./text";

const SKIPPED = /^(?:classDef|class|style|click|accTitle|accDescr|hide empty description|scale)(?=[\s:]|$)/;

export function state(lines: SourceLine[]): string {
  const graph = new Graph();
  let direction = "";
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "").replace(/:::[\w-]+/g, "");
    const turned = /^direction\s+(TB|TD|BT|RL|LR)$/i.exec(text)?.[1]?.toUpperCase();
    if (SKIPPED.test(text)) continue;
    if (turned !== undefined) {
      if (graph.group === null) {
        direction = turned;
      } else {
        graph.group.direction = turned;
      }
    } else if (text === "}") {
      graph.close(line);
    } else if (!declared(graph, text, line) && !transition(graph, text, line)) {
      described(graph, text, line);
    }
  }
  graph.end(lines.at(-1));
  const written = graph.write(
    (group) => [
      `state "${group.label}" as ${group.id} {`,
      ...(group.direction === null ? [] : [`direction ${group.direction}`]),
    ],
    "}",
    (name, box) => `state "${box.label ?? label(name)}" as ${box.id}`,
  );
  return ["stateDiagram-v2", ...(direction === "" ? [] : [`direction ${direction}`]), ...written].join("\n");
}

function nameAt(text: string, place: number): string | null {
  return text.startsWith(ENDS, place) ? ENDS : (at(NAME, text, place)?.[0] ?? null);
}

/** `state X {`, `state "Words" as X` and `state X`. */
function declared(graph: Graph, text: string, line: SourceLine): boolean {
  const found = /^state\s+(?:"([^"]*)"\s+as\s+)?([\p{L}\p{N}_.-]+)\s*(\{?)$/u.exec(text);
  if (found === null) {
    return /^state\s/.test(text) && !/^state\s*(?::|-->)/.test(text) ? refuseLine(line) : false;
  }
  const [, words, name = "", open] = found;
  if (open === "{") {
    graph.open(name, shortLabel(words ?? name));
  } else {
    const box = graph.box(name);
    box.label = words === undefined ? box.label : label(words);
  }
  return true;
}

function transition(graph: Graph, text: string, line: SourceLine): boolean {
  const from = nameAt(text, 0);
  const link = from === null ? null : at(/\s*-->\s*/y, text, from.length);
  if (from === null || link === null) return false;
  const place = from.length + link[0].length;
  const to = nameAt(text, place) ?? refuseLine(line);
  const rest = text.slice(place + to.length).trim();
  if (rest !== "" && !rest.startsWith(":")) {
    refuseLine(line);
  }
  const words = rest.slice(1).trim();
  for (const name of [from, to]) {
    if (name !== ENDS) {
      graph.box(name);
    }
  }
  const write = (a: string, b: string) => `${a} --> ${b}${words === "" ? "" : ` : ${label(words)}`}`;
  // A beginning and an end belong to the group that they are written in.
  graph.connect(from, to, write, from === ENDS || to === ENDS);
  return true;
}

/** `X : Words`, and a name alone. */
function described(graph: Graph, text: string, line: SourceLine): void {
  const name = at(NAME, text, 0)?.[0] ?? refuseLine(line);
  const rest = text.slice(name.length).trim();
  if (rest !== "" && !rest.startsWith(":")) {
    refuseLine(line);
  }
  const box = graph.box(name);
  if (rest.length > 1) {
    box.label = label(rest.slice(1));
  }
}
