/** Reads a quadrant chart strictly, and draws it. */
import { LINE, lettered, MARGIN, partFill, picture, shape, widthOf } from "./chart";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { linesOf } from "./text";

/** Side of a quadrant in pixels, and columns of the texts in it. */
const SIDE = 230;
const TEXT = 28;
/** Columns of a text beside the vertical axis. */
const SHORT = 18;
const RADIUS = 5;

/** A number from 0 to 1. */
const SHARE = /^(?:0(?:\.\d{1,15})?|1(?:\.0{1,15})?)$/;
/** How a point would look, which the source does not choose. */
const LOOK = /^(?:radius|color|stroke-color|stroke-width) ?: ?[#\w.-]+$/;

interface Point {
  words: string[];
  x: number;
  y: number;
}

interface Chart {
  title: string[];
  /** From low to high. */
  across: [string[], string[]];
  up: [string[], string[]];
  /** Counted from the upper right against the clock, as in the source. */
  quadrants: (string[] | undefined)[];
  points: Point[];
}

export function quadrant(lines: SourceLine[]): string {
  const chart: Chart = { title: [], across: [[], []], up: [[], []], quadrants: [], points: [] };
  let told = false;
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const [, axis, ends = ""] = /^([xy])-axis\s+(.+)$/.exec(text) ?? [];
    const [, number, name = ""] = /^quadrant-([1-4])\s+(.+)$/.exec(text) ?? [];
    const titled = /^title\s+(.+)$/.exec(text)?.[1];
    if (titled !== undefined) {
      chart.title = linesOf(titled);
      continue;
    }
    if (/^(?:classDef|accTitle|accDescr)(?=[\s:]|$)/.test(text)) continue;
    told = true;
    if (axis !== undefined) {
      const [low = "", high = "", ...rest] = ends.split(/\s*(?<!-)--+>\s*/);
      if (low === "" || rest.length > 0) {
        refuseLine(line);
      }
      const columns = axis === "x" ? TEXT : SHORT;
      const both: [string[], string[]] = [linesOf(low, columns), high === "" ? [] : linesOf(high, columns)];
      if (axis === "x") {
        chart.across = both;
      } else {
        chart.up = both;
      }
    } else if (number !== undefined) {
      chart.quadrants[Number(number) - 1] = linesOf(name, TEXT);
    } else {
      chart.points.push(pointOf(line, text));
      bounded(chart.points.length, 0);
    }
  }
  if (!told) throw new Refused({ reason: "failed" });
  return drawn(chart);
}

/** `Words: [0.3, 0.6] radius: 12`. */
function pointOf(line: SourceLine, text: string): Point {
  const opens = text.lastIndexOf("[");
  const closes = text.indexOf("]", opens);
  const [, words = ""] = /^(.*[^\s:])\s*:\s*$/.exec(text.slice(0, Math.max(0, opens))) ?? [];
  const [x = "", y = "", ...rest] = text.slice(opens + 1, Math.max(0, closes)).split(",");
  const look = text.slice(closes + 1).trim();
  const placed = SHARE.test(x.trim()) && SHARE.test(y.trim()) && rest.length === 0;
  if (words === "" || !placed || (look !== "" && !look.split(",").every((it) => LOOK.test(it.trim())))) {
    refuseLine(line);
  }
  return { words: linesOf(words.replace(/:::[\w-]{1,80}$/, ""), TEXT), x: Number(x), y: Number(y) };
}

function drawn({ title, across, up, quadrants, points }: Chart): string {
  const left = MARGIN + (up.flat().length > 0 ? Math.max(widthOf(up[0]), widthOf(up[1])) + 10 : 0);
  const top = MARGIN + title.length * LINE + (title.length > 0 ? 10 : 0);
  const [right, bottom] = [left + 2 * SIDE, top + 2 * SIDE];
  const [middle, half] = [left + SIDE, top + SIDE];
  const shapes = [lettered(title, { x: MARGIN, y: MARGIN + LINE / 2 }, { bold: true })];
  const corners = [
    [middle, top],
    [left, top],
    [left, half],
    [middle, half],
  ] as const;
  for (const [index, [x, y]] of corners.entries()) {
    shapes.push(
      shape("rect", { x, y, width: SIDE, height: SIDE, fill: partFill(index), stroke: "var(--_line)" }),
      lettered(
        quadrants[index] ?? [],
        { x: x + SIDE / 2, y: y + 10 + LINE / 2 },
        { anchor: "middle", bold: true },
      ),
    );
  }
  for (const [index, words] of across.entries()) {
    const at = { x: left + SIDE / 2 + index * SIDE, y: bottom + 10 + LINE / 2 };
    shapes.push(lettered(words, at, { anchor: "middle", dim: true }));
  }
  for (const [index, words] of up.entries()) {
    const y = bottom - SIDE / 2 - index * SIDE - ((words.length - 1) * LINE) / 2;
    shapes.push(lettered(words, { x: left - 10, y }, { anchor: "end", dim: true }));
  }
  for (const { words, x, y } of points) {
    const at = { x: left + x * 2 * SIDE, y: bottom - y * 2 * SIDE };
    const wide = widthOf(words) / 2 + 4;
    const below = at.y + RADIUS + 2 + words.length * LINE <= bottom;
    shapes.push(
      shape("circle", { cx: at.x, cy: at.y, r: RADIUS, fill: "var(--_arrow)", stroke: "var(--bg)" }),
      lettered(
        words,
        {
          // Within the chart, also at its edge.
          x: Math.min(Math.max(at.x, left + wide), right - wide),
          y: below ? at.y + RADIUS + 2 + LINE / 2 : at.y - RADIUS - 2 - (words.length - 0.5) * LINE,
        },
        { anchor: "middle" },
      ),
    );
  }
  const under = Math.max(across[0].length, across[1].length) * LINE;
  const width = Math.max(right, MARGIN + widthOf(title)) + MARGIN;
  return picture(width, bottom + (under > 0 ? under + 10 : 0) + MARGIN, shapes);
}
