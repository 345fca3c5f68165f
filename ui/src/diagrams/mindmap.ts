/** Reads a mind map strictly; it is laid out as a flowchart from its middle to the right. */
import { bounded, refuseLine, type SourceLine } from "./source";
import { label } from "./text";

/** How a box begins and ends, longest first, and how the library writes its shape. */
const SHAPES: [string, string, [string, string]][] = [
  ["((", "))", ["((", "))"]],
  ["{{", "}}", ["{{", "}}"]],
  ["))", "((", ["(", ")"]],
  [")", "(", ["(", ")"]],
  ["(", ")", ["(", ")"]],
  ["[", "]", ["[", "]"]],
];

export function mindmap(lines: SourceLine[]): string {
  const out: string[] = [];
  /** From the root to the last one. */
  const path: { indent: number; id: string }[] = [];
  let count = 0;
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    if (/^:::|^::icon\(.*\)$/.test(text)) continue;
    while (path.length > 0 && (path.at(-1)?.indent ?? 0) >= line.indent) {
      path.pop();
    }
    const parent = path.at(-1);
    if (parent === undefined && count > 0) {
      // Two in the middle are none.
      refuseLine(line);
    }
    count += 1;
    bounded(count, count);
    const id = `n${count}`;
    const { words, written } = boxOf(text, line);
    out.push(`${id}${written[0]}${label(words)}${written[1]}`);
    if (parent !== undefined) {
      out.push(`${parent.id} --- ${id}`);
    }
    path.push({ indent: line.indent, id });
  }
  return ["flowchart LR", ...out].join("\n");
}

/** `id((Words))`, or words alone. */
function boxOf(text: string, line: SourceLine): { words: string; written: [string, string] } {
  const begin = text.search(/[()[\]{}]/);
  if (begin < 0) return { words: text, written: ["(", ")"] };
  const [, close = "", written] = SHAPES.find(([open]) => text.startsWith(open, begin)) ?? refuseLine(line);
  const words = text.slice(begin + close.length, text.length - close.length);
  if (!text.endsWith(close) || words.trim() === "" || text.length < begin + 2 * close.length) {
    refuseLine(line);
  }
  return { words, written: written ?? ["(", ")"] };
}
