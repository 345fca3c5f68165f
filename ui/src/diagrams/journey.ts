/** Reads a user journey strictly, and draws it from left to right: how each task went as a height and a number. */
import { box, LINE, lettered, MARGIN, PAD, partFill, picture, sectionHeads, shape, widthOf } from "./chart";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { linesOf, opaque } from "./text";

/** Columns of text in a box, and its width in pixels. */
const TEXT = 16;
const WIDTH = 136;
const GAP = 12;
/** From one score to the next. */
const STEP = 26;
const BEST = 5;
const RADIUS = 10;

interface Task {
  section: number;
  words: string[];
  score: number;
  people: string[];
}

export function journey(lines: SourceLine[]): string {
  let title: string[] = [];
  const sections: string[][] = [];
  const tasks: Task[] = [];
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const named = /^(title|section)\s+(.+)$/.exec(text);
    if (named?.[1] === "title") {
      title = linesOf(named[2] ?? "");
    } else if (named?.[1] === "section") {
      sections.push(linesOf(named[2] ?? "", TEXT));
    } else if (!/^acc(?:Title|Descr)(?=[\s:]|$)/.test(text)) {
      const [words = "", score = "", people, ...rest] = text.split(/\s*:\s*/);
      if (words === "" || !/^[1-5]$/.test(score) || people === "" || rest.length > 0) {
        refuseLine(line);
      }
      tasks.push({
        section: sections.length - 1,
        words: linesOf(words, TEXT),
        score: Number(score),
        people: people === undefined ? [] : linesOf(people, TEXT),
      });
      bounded(tasks.length, tasks.length);
    }
  }
  if (tasks.length === 0) throw new Refused({ reason: "failed" });
  return drawn(title, sections, tasks);
}

function drawn(title: string[], sections: string[][], tasks: Task[]): string {
  const shapes = [lettered(title, { x: MARGIN, y: MARGIN + LINE / 2 }, { bold: true })];
  const named = tasks.some((it) => it.section >= 0);
  const sectionsAt = MARGIN + title.length * LINE + (title.length > 0 ? 10 : 0);
  const sectionHeight = named ? Math.max(...sections.map((it) => it.length)) * LINE + 2 * PAD : 0;
  const tasksAt = sectionsAt + sectionHeight + (named ? GAP : 0);
  const taskHeight = Math.max(...tasks.map((it) => it.words.length)) * LINE + 2 * PAD;
  const scoresAt = tasksAt + taskHeight + GAP + RADIUS;
  const peopleAt = scoresAt + (BEST - 1) * STEP + RADIUS + GAP;
  const left = MARGIN + 16;
  const xOf = (index: number) => left + index * (WIDTH + GAP);
  const right = xOf(tasks.length) - GAP;
  const columns = tasks.map((it, index) => ({
    section: it.section,
    from: xOf(index),
    to: xOf(index) + WIDTH,
  }));
  shapes.push(...sectionHeads(sections, columns, sectionsAt, sectionHeight));
  const yOf = (score: number) => scoresAt + (BEST - score) * STEP;
  for (let score = 1; score <= BEST; score += 1) {
    const y = yOf(score);
    shapes.push(
      shape("line", { x1: left, y1: y, x2: right, y2: y, stroke: "var(--_inner-stroke)", "stroke-width": 1 }),
      lettered([opaque(`${score}`)], { x: MARGIN, y }, { dim: true }),
    );
  }
  const points = tasks.map((it, index) => `${xOf(index) + WIDTH / 2} ${yOf(it.score)}`).join(" ");
  shapes.push(shape("polyline", { points, fill: "none", stroke: "var(--_line)", "stroke-width": 1.5 }));
  for (const [index, { section, words, score, people }] of tasks.entries()) {
    const middle = xOf(index) + WIDTH / 2;
    const fill = named && section < 0 ? "var(--_group-hdr)" : partFill(named ? section : index);
    shapes.push(
      box(xOf(index), tasksAt, WIDTH, taskHeight, fill),
      lettered(words, { x: xOf(index) + PAD, y: tasksAt + PAD + LINE / 2 }),
      shape("circle", {
        cx: middle,
        cy: yOf(score),
        r: RADIUS,
        fill: "var(--_node-fill)",
        stroke: "var(--_arrow)",
        "stroke-width": 1.5,
      }),
      lettered([opaque(`${score}`)], { x: middle, y: yOf(score) }, { anchor: "middle", bold: true }),
      lettered(people, { x: middle, y: peopleAt + LINE / 2 }, { anchor: "middle", dim: true }),
    );
  }
  const peopleHeight = Math.max(...tasks.map((it) => it.people.length)) * LINE;
  const width = Math.max(right, MARGIN + widthOf(title)) + MARGIN;
  return picture(width, peopleAt + peopleHeight + MARGIN, shapes);
}
