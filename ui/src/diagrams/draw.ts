/** From the source of a diagram to its SVG. Runs in a worker: what it reads is foreign, and how long it takes depends on that. */
import { renderMermaidSVG } from "beautiful-mermaid";
import { classes } from "./classes";
import { entities } from "./entities";
import { flowchart } from "./flowchart";
import { LONGEST_DRAWING } from "./limits";
import { sequence } from "./sequence";
import { type Refusal, Refused, statements } from "./source";
import { state } from "./state";

export type Drawing = { svg: string } | { refused: Refusal };

/** The diagram in the syntax of the library, in which every text is one that it cannot take for syntax. */
export function rewritten(source: string): string {
  const { kind, head, lines } = statements(source);
  if (lines.length === 0) {
    throw new Refused({ reason: "failed" });
  }
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
  }
}

export function draw(source: string): Drawing {
  try {
    const svg = renderMermaidSVG(rewritten(source), { font: "sans-serif", transparent: true });
    return svg.length > LONGEST_DRAWING ? { refused: { reason: "large" } } : { svg };
  } catch (thrown) {
    return { refused: thrown instanceof Refused ? thrown.refusal : { reason: "failed" } };
  }
}
