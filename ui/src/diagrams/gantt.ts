/** Reads a Gantt chart strictly, and draws it. Days are those of UTC, so that a picture is the same everywhere. */
import { LINE, lettered, MARGIN, picture, shape, widthOf } from "./chart";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { linesOf, opaque } from "./text";

/** What changes how the axis is written, and nothing of what is told. Without `excludes`, which moves ends. */
const SKIPPED =
  /^(?:axisFormat|tickInterval|todayMarker|weekday|click|accTitle|accDescr|displayMode)(?=[\s:]|$)/;
const TAGS = ["done", "active", "crit", "milestone"] as const;
type Tag = (typeof TAGS)[number];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: HOUR, d: DAY, w: 7 * DAY };
/** From one line of the axis to the next, at most so many. */
const STEPS = [
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  28 * DAY,
  91 * DAY,
  182 * DAY,
  365 * DAY,
];
const TICKS = 8;
const PLOT = 620;
const PAD = 5;

interface Task {
  words: string[];
  tags: Set<Tag>;
  from: number;
  to: number;
}

type Row = { section: string[] } | Task;

export function gantt(lines: SourceLine[]): string {
  let title: string[] = [];
  const rows: Row[] = [];
  const known = new Map<string, Task>();
  let last: Task | null = null;
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const named = /^(title|section|dateFormat)\s+(.+)$/.exec(text);
    if (named?.[1] === "title") {
      title = linesOf(named[2] ?? "");
    } else if (named?.[1] === "section") {
      rows.push({ section: linesOf(named[2] ?? "") });
    } else if (named?.[1] === "dateFormat") {
      if (named[2] !== "YYYY-MM-DD") {
        refuseLine(line);
      }
    } else if (!SKIPPED.test(text)) {
      const { task, id } = taskOf(line, text, known, last);
      rows.push(task);
      bounded(rows.length, rows.length);
      last = task;
      if (id !== "") {
        known.set(id, task);
      }
    }
  }
  if (last === null) throw new Refused({ reason: "failed" });
  return drawn(title, rows);
}

/** `Words :done, id, 2026-01-01, 3d`, of which all but the end may be left out. */
function taskOf(
  line: SourceLine,
  text: string,
  known: ReadonlyMap<string, Task>,
  before: Task | null,
): { task: Task; id: string } {
  const colon = text.indexOf(":");
  const words = text.slice(0, Math.max(0, colon)).trim();
  const facts = text
    .slice(colon + 1)
    .split(",")
    .map((it) => it.trim());
  if (colon < 0 || words === "") {
    refuseLine(line);
  }
  const tags = new Set<Tag>();
  for (let tag = tagOf(facts[0]); tag !== undefined; tag = tagOf(facts[0])) {
    tags.add(tag);
    facts.shift();
  }
  if (facts.length === 0 || facts.length > 3) {
    refuseLine(line);
  }
  const [end = "", begin, id = ""] = facts.toReversed();
  const from = begin === undefined ? before?.to : startOf(begin, known);
  const to = from === undefined ? undefined : (dayOf(end) ?? afterward(from, end));
  if (from === undefined || to === undefined || to < from) return refuseLine(line);
  return { task: { words: linesOf(words), tags, from, to }, id };
}

function tagOf(fact: string | undefined): Tag | undefined {
  return TAGS.find((it) => it === fact);
}

function startOf(written: string, known: ReadonlyMap<string, Task>): number | undefined {
  const after = /^after\s+(.+)$/.exec(written)?.[1];
  if (after === undefined) return dayOf(written);
  const ends = after.split(" ").map((id) => known.get(id)?.to);
  return ends.includes(undefined) ? undefined : Math.max(...ends.map((it) => it ?? 0));
}

/** Only a day that there is. */
function dayOf(written: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(written)) return undefined;
  const at = Date.parse(`${written}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? undefined : at;
}

function afterward(from: number, written: string): number | undefined {
  const [, count, unit = ""] = /^(\d{1,6}(?:\.\d{1,4})?)(ms|s|m|h|d|w|M|y)$/.exec(written) ?? [];
  const length = UNITS[unit];
  if (count === undefined) return undefined;
  if (length !== undefined) return from + Number(count) * length;
  const end = new Date(from);
  end.setUTCMonth(end.getUTCMonth() + Number(count) * (unit === "y" ? 12 : 1));
  return Number.isNaN(end.getTime()) ? undefined : end.getTime();
}

function drawn(title: string[], rows: Row[]): string {
  const tasks = rows.filter((it): it is Task => "from" in it);
  const from = Math.min(...tasks.map((it) => it.from));
  const to = Math.max(from + HOUR, ...tasks.map((it) => it.to));
  const step = STEPS.find((it) => (to - from) / it <= TICKS) ?? to - from;
  const names = Math.max(...rows.map((it) => widthOf("section" in it ? it.section : it.words)));
  const left = MARGIN + names + 14;
  const xOf = (at: number) => left + ((at - from) / (to - from)) * PLOT;
  const top = MARGIN + title.length * LINE + (title.length > 0 ? 10 : 0) + LINE + 4;
  const [grid, bars]: [string[], string[]] = [[], []];
  let y = top;
  for (const row of rows) {
    const words = "section" in row ? row.section : row.words;
    const height = words.length * LINE + 2 * PAD;
    const at = { x: MARGIN, y: y + PAD + LINE / 2 };
    if ("section" in row) {
      bars.push(
        shape("rect", {
          x: MARGIN,
          y,
          width: left + PLOT - MARGIN,
          height,
          rx: 3,
          fill: "var(--_group-hdr)",
        }),
        lettered(words, { ...at, x: MARGIN + 6 }, { bold: true }),
      );
    } else {
      bars.push(lettered(words, at), bar(row, xOf(row.from), xOf(row.to), y + PAD, height - 2 * PAD));
    }
    y += height;
  }
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const x = xOf(at);
    grid.push(
      shape("line", { x1: x, y1: top, x2: x, y2: y, stroke: "var(--_inner-stroke)", "stroke-width": 1 }),
      lettered([opaque(timeOf(at, step))], { x, y: top - LINE / 2 - 2 }, { anchor: "middle", dim: true }),
    );
  }
  const head = lettered(title, { x: MARGIN, y: MARGIN + LINE / 2 }, { bold: true });
  // A date at the end of the axis stands about its line.
  return picture(left + PLOT + MARGIN + 25, y + MARGIN, [head, ...grid, ...bars]);
}

/** What is done is pale, what is under way has a colour, and what is critical has a bold edge. */
function bar(task: Task, from: number, to: number, y: number, height: number): string {
  const { tags } = task;
  const look = {
    fill: tags.has("done")
      ? "var(--_inner-stroke)"
      : tags.has("active")
        ? "var(--part-0)"
        : "var(--_node-fill)",
    stroke: tags.has("crit") ? "var(--_arrow)" : "var(--_node-stroke)",
    "stroke-width": tags.has("crit") ? 2 : 1,
  };
  if (tags.has("milestone")) {
    const [x, middle, half] = [(from + to) / 2, y + height / 2, LINE / 2];
    const points = `${x} ${middle - half} ${x + half} ${middle} ${x} ${middle + half} ${x - half} ${middle}`;
    return shape("polygon", { points, ...look });
  }
  return shape("rect", { x: from, y, width: Math.max(2, to - from), height, rx: 3, ...look });
}

function timeOf(at: number, step: number): string {
  const written = new Date(at).toISOString();
  return step < DAY ? `${written.slice(5, 10)} ${written.slice(11, 16)}` : written.slice(0, 10);
}
