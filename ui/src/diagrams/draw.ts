/** From the source of a diagram to its SVG. Runs in a worker: what it reads is foreign, and how long it takes depends on that. */
import { renderMermaidSVG } from "beautiful-mermaid";
import { classes } from "./classes";
import { entities } from "./entities";
import { flowchart } from "./flowchart";
import { gantt } from "./gantt";
import { git } from "./git";
import { journey } from "./journey";
import { LONGEST_DRAWING } from "./limits";
import { mindmap } from "./mindmap";
import { pie } from "./pie";
import { quadrant } from "./quadrant";
import { sequence } from "./sequence";
import {
  type DiagramKind,
  type DiagramSource,
  type Refusal,
  Refused,
  type SourceLine,
  statements,
} from "./source";
import { state } from "./state";
import { timeline } from "./timeline";

export type Drawing = { svg: string } | { refused: Refusal };

/** The diagram in the syntax of the library, in which every text is one that it cannot take for syntax. */
export function rewritten(source: string): string {
  return writtenOf(readFrom(source));
}

function readFrom(source: string): DiagramSource {
  const read = statements(source);
  if (read.lines.length === 0) throw new Refused({ reason: "failed" });
  return read;
}

type Writers = Partial<Record<DiagramKind, (lines: SourceLine[], head: string) => string>>;

const WRITTEN: Writers = { flowchart, state, sequence, class: classes, entity: entities, mindmap };

/** The charts, which the library does not know: these draw them. */
const CHARTS: Writers = { pie, gantt, timeline, journey, quadrant, git };

function writtenOf({ kind, head, lines }: DiagramSource): string {
  const write = WRITTEN[kind];
  if (write === undefined) throw new Refused({ reason: "kind" });
  return write(lines, head);
}

export function draw(source: string): Drawing {
  try {
    const read = readFrom(source);
    const svg =
      CHARTS[read.kind]?.(read.lines, read.head) ??
      renderMermaidSVG(writtenOf(read), { font: "sans-serif", transparent: true });
    return svg.length > LONGEST_DRAWING ? { refused: { reason: "large" } } : { svg };
  } catch (thrown) {
    return { refused: thrown instanceof Refused ? thrown.refusal : { reason: "failed" } };
  }
}
