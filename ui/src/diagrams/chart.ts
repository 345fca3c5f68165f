/** What charts that are drawn here are made of: shapes and lines of text, in the names of colours that `picture.ts` knows. */
import { LONGEST_SIDE } from "./limits";
import { Refused } from "./source";
import { columnsOf } from "./text";

/** Height of a line and width of a column of text, in pixels. */
export const LINE = 17;
const COLUMN = 7.2;
/** Around all that is drawn. */
export const MARGIN = 20;
/** Between a text and the edge of its box. */
export const PAD = 9;
/** Colours that tell parts apart. */
export const PARTS = 8;

type Value = string | number | undefined;

/** An element. Texts are opaque, so nothing of them is markup. */
export function shape(name: string, attributes: Record<string, Value>, inner = ""): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}="${typeof value === "number" ? round(value) : value}"`],
  );
  return `<${name} ${written.join(" ")}>${inner}</${name}>`;
}

/** Lines of text one below the other; `y` is the middle of the first. */
export function lettered(
  lines: readonly string[],
  at: { x: number; y: number },
  how: { anchor?: "start" | "middle" | "end"; bold?: boolean; dim?: boolean } = {},
): string {
  return lines
    .map((line, index) =>
      shape(
        "text",
        {
          x: at.x,
          y: at.y + index * LINE,
          dy: 4,
          "font-size": 12,
          "font-weight": how.bold ? 600 : undefined,
          "text-anchor": how.anchor,
          fill: how.dim ? "var(--_text-muted)" : "var(--_text)",
        },
        line,
      ),
    )
    .join("");
}

/** About how wide lines are. */
export function widthOf(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((it) => columnsOf(it) * COLUMN));
}

export function partFill(index: number): string {
  return `var(--part-${index % PARTS})`;
}

export function box(x: number, y: number, width: number, height: number, fill: string): string {
  return shape("rect", {
    x,
    y,
    width,
    height,
    rx: 4,
    fill,
    stroke: "var(--_node-stroke)",
    "stroke-width": 1,
  });
}

/** The name of each section in a box above its columns. */
export function sectionHeads(
  sections: readonly string[][],
  columns: readonly { section: number; from: number; to: number }[],
  y: number,
  height: number,
): string[] {
  return sections.flatMap((words, index) => {
    const own = columns.filter((it) => it.section === index);
    const [first, last] = [own[0], own.at(-1)];
    return first === undefined || last === undefined
      ? []
      : [
          box(first.from, y, last.to - first.from, height, partFill(index)),
          lettered(words, { x: first.from + PAD, y: y + PAD + LINE / 2 }, { bold: true }),
        ];
  });
}

export function picture(width: number, height: number, shapes: readonly string[]): string {
  const [wide, high] = [Math.ceil(width), Math.ceil(height)];
  if (Math.max(wide, high) > LONGEST_SIDE) throw new Refused({ reason: "large" });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}">${shapes.join("")}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
