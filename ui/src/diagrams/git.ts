/** Reads a Git graph strictly, and draws it from left to right, a lane for each branch. */
import { box, LINE, lettered, MARGIN, PAD, partFill, picture, shape, widthOf } from "./chart";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { linesOf } from "./text";

/** Columns of the name of a branch, and of the texts at a commit. */
const NAME = 20;
const TEXT = 24;
const RADIUS = 8;
const GAP = 18;
const CORNER = 10;

const TYPES = ["NORMAL", "REVERSE", "HIGHLIGHT"] as const;
type CommitType = (typeof TYPES)[number];

interface Commit {
  lane: number;
  parents: number[];
  type: CommitType;
  /** Below it: its id and message; above it: its tags. */
  words: string[];
  tags: string[];
}

interface Branch {
  name: string;
  lane: number;
  /** The newest commit, by its place. */
  head: number | null;
}

/** What may be said of a commit, as often as it is. */
interface Said {
  id?: string | undefined;
  msg?: string | undefined;
  parent?: string | undefined;
  type?: string | undefined;
  tags: string[];
}

export function git(lines: SourceLine[]): string {
  const main: Branch = { name: "main", lane: 0, head: null };
  const branches = [main];
  const commits: Commit[] = [];
  const ids = new Map<string, number>();
  let current = main;
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    if (/^acc(?:Title|Descr)(?=[\s:]|$)/.test(text)) continue;
    const [, command, rest = ""] =
      /^(commit|branch|checkout|switch|merge|cherry-pick)(?: (.+))?$/.exec(text) ?? [];
    const [name, after] = command === "commit" || command === "cherry-pick" ? ["", rest] : named(line, rest);
    const known = branches.find((it) => it.name === name);
    const add = (said: Said, parents: (number | null)[]) => {
      const earlier = parents.filter((it) => it !== null);
      const type = TYPES.find((it) => it === (said.type ?? "NORMAL")) ?? refuseLine(line);
      const words = [said.id, said.msg].flatMap((it) => (it === undefined ? [] : linesOf(it, TEXT)));
      const tags = said.tags.flatMap((it) => (it === "" ? [] : linesOf(it, TEXT)));
      if (said.id !== undefined) {
        if (ids.has(said.id)) {
          refuseLine(line);
        }
        ids.set(said.id, commits.length);
      }
      current.head = commits.push({ lane: current.lane, parents: earlier, type, words, tags }) - 1;
      bounded(commits.length, commits.length);
    };
    if (command === "commit") {
      add(saidOf(line, rest, ["id", "msg", "type", "tag"]), [current.head]);
    } else if (command === "branch") {
      if (known !== undefined || !/^(?:order ?: ?\d{1,6})?$/.test(after)) {
        refuseLine(line);
      }
      current = { name, lane: branches.length, head: current.head };
      branches.push(current);
      bounded(branches.length, 0);
    } else if (command === "checkout" || command === "switch") {
      if (known === undefined || after !== "") {
        refuseLine(line);
      }
      current = known;
    } else if (command === "merge") {
      const from = known?.head ?? null;
      // What has no commits of its own brings none.
      if (from === null || from === current.head || commits[from]?.lane === current.lane) {
        refuseLine(line);
      }
      add(saidOf(line, after, ["id", "type", "tag"]), [current.head, from]);
    } else if (command === "cherry-pick") {
      const { id = "", tags } = saidOf(line, rest, ["id", "parent", "tag"]);
      const picked = ids.get(id);
      if (picked === undefined || commits[picked]?.lane === current.lane || current.head === null) {
        refuseLine(line);
      }
      add({ tags: [...tags, `cherry-pick: ${id}`] }, [current.head]);
    } else {
      refuseLine(line);
    }
  }
  if (commits.length === 0) throw new Refused({ reason: "failed" });
  return drawn(branches, commits);
}

/** The name of a branch, and what follows it. */
function named(line: SourceLine, text: string): [string, string] {
  const [, quoted, plain, rest = ""] =
    /^(?:"([^"]+)"|([\p{L}\p{N}_][\p{L}\p{N}_./-]*))(?: (.+))?$/u.exec(text) ?? [];
  return [quoted ?? plain ?? refuseLine(line), rest];
}

/** `id: "a" tag: "b" type: HIGHLIGHT`, or a message alone. */
function saidOf(line: SourceLine, text: string, allowed: readonly string[]): Said {
  const said: Said = { tags: [] };
  const word = /(?:(id|msg|tag|parent) ?: ?)?"([^"]*)"(?: |$)|type ?: ?([A-Z]+)(?: |$)/y;
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    const key = found?.[3] === undefined ? (found?.[1] ?? "msg") : "type";
    if (found === null || !allowed.includes(key)) return refuseLine(line);
    const value = found[3] ?? found[2] ?? "";
    if (key === "tag") {
      said.tags.push(value);
    } else if (key === "id" || key === "msg" || key === "parent" || key === "type") {
      if (said[key] !== undefined) {
        refuseLine(line);
      }
      said[key] = value;
    }
  }
  return said;
}

function drawn(branches: Branch[], commits: Commit[]): string {
  const names = branches.map((it) => linesOf(it.name, NAME));
  const left = MARGIN + Math.max(...names.map(widthOf)) + 2 * PAD + GAP;
  let right = left + RADIUS;
  const xs = commits.map(({ words, tags }) => {
    const x = right;
    right += Math.max(2 * RADIUS, RADIUS + Math.max(widthOf(words), widthOf(tags))) + GAP;
    return x;
  });
  let bottom = MARGIN;
  const ys = names.map((name, lane) => {
    const own = commits.filter((it) => it.lane === lane);
    const above = Math.max(name.length / 2, ...own.map((it) => it.tags.length)) * LINE;
    const below = Math.max(name.length / 2, ...own.map((it) => it.words.length)) * LINE;
    const y = bottom + above + 2 * RADIUS;
    bottom = y + below + 2 * RADIUS;
    return y;
  });
  const at = (place: number) => ({ x: xs[place] ?? 0, y: ys[commits[place]?.lane ?? 0] ?? 0 });
  const [grid, edges, marks]: [string[], string[], string[]] = [[], [], []];
  for (const [lane, name] of names.entries()) {
    const [y, height] = [ys[lane] ?? 0, name.length * LINE + PAD];
    grid.push(
      shape("line", {
        x1: left - GAP,
        y1: y,
        x2: right,
        y2: y,
        stroke: "var(--_inner-stroke)",
        "stroke-width": 1,
        "stroke-dasharray": "3 4",
      }),
      box(MARGIN, y - height / 2, left - GAP - MARGIN, height, partFill(lane)),
      lettered(name, { x: MARGIN + PAD, y: y - ((name.length - 1) * LINE) / 2 }, { bold: true }),
    );
  }
  for (const [place, commit] of commits.entries()) {
    const { x, y } = at(place);
    for (const [index, parent] of commit.parents.entries()) {
      edges.push(edge(at(parent), { x, y }, index > 0));
    }
    marks.push(
      mark(commit, x, y),
      // Beside a line that goes up or down from it.
      lettered(commit.words, { x: x + 4, y: y + RADIUS + LINE / 2 + 2 }),
      lettered(
        commit.tags,
        { x: x + 4, y: y - RADIUS - 4 - (commit.tags.length - 0.5) * LINE },
        { dim: true },
      ),
    );
  }
  return picture(right + MARGIN, bottom + MARGIN, [...grid, ...edges, ...marks]);
}

interface Place {
  x: number;
  y: number;
}

/** Along a lane, and at one end of it from one lane to another: where a branch begins, or where it is merged. */
function edge(from: Place, to: Place, merges: boolean): string {
  const corner = to.y > from.y ? CORNER : -CORNER;
  const way =
    from.y === to.y
      ? `L${to.x} ${to.y}`
      : merges
        ? `L${to.x - CORNER} ${from.y}Q${to.x} ${from.y} ${to.x} ${from.y + corner}L${to.x} ${to.y}`
        : `L${from.x} ${to.y - corner}Q${from.x} ${to.y} ${from.x + CORNER} ${to.y}L${to.x} ${to.y}`;
  return shape("path", {
    d: `M${from.x} ${from.y}${way}`,
    fill: "none",
    stroke: "var(--_line)",
    "stroke-width": 2,
  });
}

/** A reverted commit is crossed out, and one that is pointed out is a square. */
function mark({ lane, type }: Commit, x: number, y: number): string {
  const look = { fill: partFill(lane), stroke: "var(--_arrow)", "stroke-width": 1.5 };
  if (type === "HIGHLIGHT") {
    return shape("rect", { x: x - RADIUS, y: y - RADIUS, width: 2 * RADIUS, height: 2 * RADIUS, ...look });
  }
  const circle = shape("circle", { cx: x, cy: y, r: RADIUS, ...look });
  const half = RADIUS * Math.SQRT1_2;
  return type === "REVERSE"
    ? circle +
        shape("path", {
          d: `M${x - half} ${y - half}L${x + half} ${y + half}M${x - half} ${y + half}L${x + half} ${y - half}`,
          fill: "none",
          stroke: look.stroke,
          "stroke-width": 1.5,
        })
    : circle;
}
