/** Reads a timeline strictly, and draws it from left to right. */
import { box, LINE, lettered, MARGIN, PAD, partFill, picture, sectionHeads, shape, widthOf } from "./chart";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { linesOf } from "./text";

/** Columns of text in a box, and its width in pixels. */
const TEXT = 20;
const WIDTH = 164;
const GAP = 12;

interface Period {
  section: number;
  boxes: string[][];
}

export function timeline(lines: SourceLine[]): string {
  let title: string[] = [];
  const sections: string[][] = [];
  const periods: Period[] = [];
  let count = 0;
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const named = /^(title|section)\s+(.+)$/.exec(text);
    if (named?.[1] === "title") {
      title = linesOf(named[2] ?? "");
    } else if (named?.[1] === "section") {
      sections.push(linesOf(named[2] ?? "", TEXT));
    } else if (!/^acc(?:Title|Descr)(?=[\s:]|$)/.test(text)) {
      const [period = "", ...events] = text.split(/\s*:\s+/);
      if (events.some((it) => it === "") || /:$/.test(text)) {
        refuseLine(line);
      }
      const before = periods.at(-1);
      count += events.length + 1;
      bounded(count, count);
      if (period !== "") {
        const boxes = [period, ...events].map((it) => linesOf(it, TEXT));
        periods.push({ section: sections.length - 1, boxes });
      } else if (before !== undefined && events.length > 0) {
        // Further events of the period above.
        before.boxes.push(...events.map((it) => linesOf(it, TEXT)));
      } else {
        refuseLine(line);
      }
    }
  }
  if (periods.length === 0) throw new Refused({ reason: "failed" });
  return drawn(title, sections, periods);
}

function drawn(title: string[], sections: string[][], periods: Period[]): string {
  const shapes = [lettered(title, { x: MARGIN, y: MARGIN + LINE / 2 }, { bold: true })];
  const sectionsAt = MARGIN + title.length * LINE + (title.length > 0 ? 10 : 0);
  const named = periods.some((it) => it.section >= 0);
  const heads = periods.map((it) => (it.boxes[0]?.length ?? 1) * LINE + 2 * PAD);
  const sectionHeight = named ? Math.max(...sections.map((it) => it.length)) * LINE + 2 * PAD : 0;
  const periodsAt = sectionsAt + sectionHeight + (named ? GAP : 0);
  const axisAt = periodsAt + Math.max(...heads) + GAP;
  const xOf = (index: number) => MARGIN + index * (WIDTH + GAP);
  let bottom = axisAt;
  const columns = periods.map((it, index) => ({
    section: it.section,
    from: xOf(index),
    to: xOf(index) + WIDTH,
  }));
  shapes.push(...sectionHeads(sections, columns, sectionsAt, sectionHeight));
  for (const [index, { section, boxes }] of periods.entries()) {
    let y = periodsAt;
    for (const [place, words] of boxes.entries()) {
      const height = words.length * LINE + 2 * PAD;
      const fill = place > 0 ? "var(--_node-fill)" : partFill(named ? section : index);
      shapes.push(
        box(xOf(index), y, WIDTH, height, section < 0 && named ? "var(--_group-hdr)" : fill),
        lettered(words, { x: xOf(index) + PAD, y: y + PAD + LINE / 2 }, { bold: place === 0 }),
      );
      y = place === 0 ? axisAt + GAP : y + height + GAP / 2;
      bottom = Math.max(bottom, y);
    }
  }
  const right = xOf(periods.length) - GAP;
  shapes.push(
    shape("line", {
      x1: MARGIN,
      y1: axisAt,
      x2: right,
      y2: axisAt,
      stroke: "var(--_line)",
      "stroke-width": 1.5,
    }),
  );
  const width = Math.max(right, MARGIN + widthOf(title)) + MARGIN;
  return picture(width, bottom + MARGIN - GAP / 2, shapes);
}
