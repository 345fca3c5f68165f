/**
 * A JSON value as the rows of a tree, of which only the opened ones exist. Works in a loop, not by recursion: a value
 * from a server may be as deep as the host accepts.
 */
import type { Json } from "../json";
import { join } from "./SchemaForm/pointer";

export interface JsonRow {
  /** JSON pointer. */
  path: string;
  /** Raw name or index; `null` for the whole. */
  name: string | null;
  level: number;
  value: Json;
  /** Number of children; `null` for what has none by its kind. */
  children: number | null;
  open: boolean;
  /** Place among its siblings, from one. */
  place: number;
  siblings: number;
}

function childrenOf(value: Json): number | null {
  if (Array.isArray(value)) return value.length;
  if (typeof value === "object" && value !== null) return Object.keys(value).length;
  return null;
}

/** All rows that show when `open` says which paths are open. */
export function jsonRows(
  root: Json,
  open: (path: string, level: number, children: number) => boolean,
): JsonRow[] {
  const rows: JsonRow[] = [];
  const stack: JsonRow[] = [
    {
      path: "",
      name: null,
      level: 1,
      value: root,
      children: childrenOf(root),
      open: false,
      place: 1,
      siblings: 1,
    },
  ];
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    const { value, children, level, path } = row;
    const opened = children !== null && children > 0 && open(path, level, children);
    rows.push({ ...row, open: opened });
    if (!opened || typeof value !== "object" || value === null) continue;
    const entries: [string, Json][] = Array.isArray(value)
      ? value.map((item, index) => [String(index), item])
      : Object.entries(value);
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at];
      if (entry === undefined) continue;
      stack.push({
        path: join(path, entry[0]),
        name: entry[0],
        level: level + 1,
        value: entry[1],
        children: childrenOf(entry[1]),
        open: false,
        place: at + 1,
        siblings: entries.length,
      });
    }
  }
  return rows;
}
