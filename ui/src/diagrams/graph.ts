/** Boxes in groups, as flowcharts and states have them: who is in which, however they are written. */
import { DEEPEST } from "./limits";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";

export interface NodeGroup {
  /** What the library calls it. */
  id: string;
  label: string;
  direction: string | null;
  children: NodeGroup[];
}

export interface Box {
  id: string;
  label: string | null;
  shape: string;
  /** Where it was first written within a group, or on top. */
  group: NodeGroup | null;
}

interface Edge {
  from: string;
  to: string;
  write: (from: string, to: string) => string;
  group: NodeGroup | null;
}

/** A beginning or an end, of which every line has its own. */
export const ENDS = "[*]";

export class Graph {
  readonly #top: NodeGroup[] = [];
  readonly #edges: Edge[] = [];
  readonly #boxes = new Map<string, Box>();
  readonly #groups = new Map<string, NodeGroup>();
  readonly #open: NodeGroup[] = [];
  #count = 0;

  get group(): NodeGroup | null {
    return this.#open.at(-1) ?? null;
  }

  open(name: string, label: string): void {
    if (this.#open.length >= DEEPEST) throw new Refused({ reason: "large" });
    const group: NodeGroup = {
      id: `g${this.#next()}`,
      label,
      direction: null,
      children: [],
    };
    (this.group?.children ?? this.#top).push(group);
    this.#open.push(group);
    if (name !== "") {
      this.#groups.set(name, group);
    }
  }

  close(line: SourceLine): void {
    if (this.#open.pop() === undefined) {
      refuseLine(line);
    }
  }

  /** All groups have to be closed at the end. */
  end(last: SourceLine | undefined): void {
    if (this.#open.length > 0 && last !== undefined) {
      refuseLine(last);
    }
  }

  /** A box is in the group in which it is named first, if it is named in one. */
  box(name: string): Box {
    const known = this.#boxes.get(name);
    if (known !== undefined) {
      if (known.group === null) {
        known.group = this.group;
      }
      return known;
    }
    const box: Box = { id: `n${this.#next()}`, label: null, shape: "", group: this.group };
    this.#boxes.set(name, box);
    return box;
  }

  /** With `within`, the line is written in the group that is open. */
  connect(from: string, to: string, write: Edge["write"], within = false): void {
    this.#edges.push({ from, to, write, group: within ? this.group : null });
    bounded(this.#count, this.#edges.length);
  }

  /** The name of a group stands for the group, wherever it is defined. */
  #idOf(name: string): string {
    return name === ENDS ? ENDS : (this.#groups.get(name)?.id ?? this.box(name).id);
  }

  #next(): number {
    this.#count += 1;
    bounded(this.#count, this.#edges.length);
    return this.#count;
  }

  write(
    open: (group: NodeGroup) => string[],
    close: string,
    box: (name: string, box: Box) => string,
  ): string[] {
    const within = new Map<NodeGroup | null, string[]>();
    const add = (group: NodeGroup | null, line: string) =>
      within.set(group, [...(within.get(group) ?? []), line]);
    const edges = this.#edges.map((it) => ({
      ...it,
      line: it.write(this.#idOf(it.from), this.#idOf(it.to)),
    }));
    for (const [name, it] of this.#boxes) {
      if (!this.#groups.has(name)) {
        add(it.group, box(name, it));
      }
    }
    for (const { group, line } of edges) {
      if (group !== null) {
        add(group, line);
      }
    }
    const lines: string[] = [];
    const into = (group: NodeGroup) => {
      lines.push(...open(group), ...(within.get(group) ?? []));
      group.children.forEach(into);
      lines.push(close);
    };
    this.#top.forEach(into);
    const outside = edges.filter((it) => it.group === null).map((it) => it.line);
    return [...lines, ...(within.get(null) ?? []), ...outside];
  }
}

/** A name in flowcharts and states, from here on: letters, with single hyphens and dots within. */
export const NAME = /[\p{L}\p{N}_]+(?:[-.](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*/uy;

/** What a pattern with `y` finds there. */
export function at(pattern: RegExp, text: string, place: number): RegExpExecArray | null {
  pattern.lastIndex = place;
  return pattern.exec(text);
}
