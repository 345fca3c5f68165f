/** The statements of a diagram's source, without what would configure the renderer. */
import { LONGEST_SOURCE, MOST_EDGES, MOST_NODES } from "./limits";

/** Why there is no picture. `line` counts from 1. */
export type Refusal = { reason: "kind" | "large" | "slow" | "failed" } | { reason: "line"; line: number };

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

/** A statement and where it stands. */
export interface SourceLine {
  text: string;
  number: number;
  /** How far it is set in. */
  indent: number;
}

export type DiagramKind =
  | "flowchart"
  | "sequence"
  | "state"
  | "class"
  | "entity"
  | "mindmap"
  | "pie"
  | "gantt"
  | "timeline"
  | "journey"
  | "quadrant"
  | "git";

export interface DiagramSource {
  kind: DiagramKind;
  head: string;
  lines: SourceLine[];
}

const KINDS: [RegExp, DiagramKind][] = [
  [/^(?:graph|flowchart|flowchart-elk)(?=$|[\s;])/, "flowchart"],
  [/^sequenceDiagram\s*;?$/, "sequence"],
  [/^stateDiagram(?:-v2)?\s*;?$/, "state"],
  [/^classDiagram(?:-v2)?\s*;?$/, "class"],
  [/^erDiagram\s*;?$/, "entity"],
  [/^mindmap\s*;?$/, "mindmap"],
  [/^pie(?=$|[\s;])/, "pie"],
  [/^gantt\s*;?$/, "gantt"],
  [/^timeline\s*;?$/, "timeline"],
  [/^journey\s*;?$/, "journey"],
  [/^quadrantChart\s*;?$/, "quadrant"],
  [/^gitGraph(?: (?:LR|TB|BT))? ?:?\s*;?$/, "git"],
];

/**
 * Comments, the front matter and directives (`%%{init: …}%%`) are left out, whatever they hold. Refuses what is too long and
 * kinds that are not drawn.
 */
export function statements(source: string): DiagramSource {
  if (source.length > LONGEST_SOURCE) throw new Refused({ reason: "large" });
  const lines: SourceLine[] = [];
  let skipping: "matter" | "directive" | null = null;
  for (const [index, raw] of source.split("\n").entries()) {
    const text = raw.trim();
    if (skipping !== null) {
      if (skipping === "matter" ? text === "---" : text.endsWith("}%%")) {
        skipping = null;
      }
      continue;
    }
    if (text === "---" && lines.length === 0) {
      skipping = "matter";
    } else if (text.startsWith("%%{") && !text.includes("}%%")) {
      skipping = "directive";
    } else if (text !== "" && !text.startsWith("%%")) {
      // One space says as much, and a pattern has fewer ways to read it.
      const indent = /^\s*/.exec(raw)?.[0].replaceAll("\t", "    ").length ?? 0;
      lines.push({ text: text.replace(/\s+/g, " "), number: index + 1, indent });
    }
  }
  const head = lines.shift()?.text ?? "";
  const kind = KINDS.find(([begins]) => begins.test(head))?.[1];
  if (kind === undefined) throw new Refused({ reason: "kind" });
  return { kind, head, lines };
}

export function refuseLine(line: SourceLine): never {
  throw new Refused({ reason: "line", line: line.number });
}

/** Refuses a diagram with more than anybody could look at. */
export function bounded(nodes: number, edges: number): void {
  if (nodes > MOST_NODES || edges > MOST_EDGES) throw new Refused({ reason: "large" });
}
