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
import { type DiagramSource, type Refusal, Refused, statements } from "./source";
import { state } from "./state";
import { timeline } from "./timeline";

export type Drawing = { svg: string } | { refused: Refusal };

/** The diagram in the syntax of the library, in which every text is one that it cannot take for syntax. */
export function rewritten(source: string): string {
  return writtenOf(readFrom(source));
}

function readFrom(source: string): DiagramSource {
  const read = statements(source);
  if (read.lines.length === 0) {
    throw new Refused({ reason: "failed" });
  }
  return read;
}

function writtenOf({ kind, head, lines }: DiagramSource): string {
  switch (kind) {
    case "flowchart":
      return flowchart(head, lines);
    case "state":
      return state(lines);
    case "sequence":
      return sequence(lines);
    case "class":
      return classes(lines);
    case "entity":
      return entities(lines);
    case "mindmap":
      return mindmap(lines);
    default:
      throw new Refused({ reason: "kind" });
  }
}

/** The drawing of a chart, which the library does not know. */
function charted({ kind, head, lines }: DiagramSource): string | null {
  switch (kind) {
    case "pie":
      return pie(head, lines);
    case "gantt":
      return gantt(lines);
    case "timeline":
      return timeline(lines);
    case "journey":
      return journey(lines);
    case "quadrant":
      return quadrant(lines);
    case "git":
      return git(lines);
    default:
      return null;
  }
}

export function draw(source: string): Drawing {
  try {
    const read = readFrom(source);
    const svg = charted(read) ?? renderMermaidSVG(writtenOf(read), { font: "sans-serif", transparent: true });
    return svg.length > LONGEST_DRAWING ? { refused: { reason: "large" } } : { svg };
  } catch (thrown) {
    return { refused: thrown instanceof Refused ? thrown.refusal : { reason: "failed" } };
  }
}
