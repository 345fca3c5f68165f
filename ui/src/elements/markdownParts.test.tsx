import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MarkdownDrawn } from "./MarkdownDrawn";
import { partsOf } from "./markdownParts";

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

/** As a browser has it, with white space between elements made plain. */
function drawn(text: string): string {
  const { container, unmount } = render(<MarkdownDrawn text={text} />);
  const html = container.innerHTML.replace(/\s*(<[^>]+>)\s*/g, "$1");
  unmount();
  return html;
}

/** The same, read as a whole: an unused definition shows nothing, and ties everything together. */
const whole = (text: string) => drawn(`${text}\n\n[none]: x`);

const texts: [string, string[]][] = [
  ["a list", many(60, (it) => `- item ${it} with **bold** and \`code\``)],
  ["numbers", many(60, (it) => `${it + 4}. item`)],
  ["numbers that are all one", many(60, () => "1. item")],
  ["a list with lists in it", many(60, (it) => (it % 3 === 0 ? `* item ${it}` : `  - within ${it}`))],
  ["a loose list", many(80, (it) => (it % 2 === 0 ? `- item ${it}` : ""))],
  ["a list that is loose at its end", [...many(50, (it) => `- item ${it}`), "", "- last"]],
  ["a list to do", many(60, (it) => `- [${it % 2 === 0 ? "x" : " "}] item`)],
  [
    "a list with code in it",
    many(60, (it) => ["1. a", "   ```js", "   const a = 1;", "   ```"][it % 4] ?? ""),
  ],
  ["a list and a rule", [...many(50, (it) => `- item ${it}`), "", "---"]],
  ["a list and another", [...many(50, (it) => `- item ${it}`), "", "1. one", "2. two"]],
  ["a list and a quotation", [...many(50, (it) => `- item ${it}`), "", "> words", "", "- more"]],
  ["a list that words go on in", [...many(50, (it) => `- item ${it}`), "words", "- more"]],
  ["a list with paragraphs", many(60, (it) => ["- a", "", "  b"][it % 3] ?? "")],
  ["a loose list with paragraphs", many(80, (it) => ["1. a", "", "   b", ""][it % 4] ?? "")],
  ["a list with loose lists in it", many(80, (it) => ["- a", "  - b", "", "  - c"][it % 4] ?? "")],
  ["a list after which a number begins", [...many(50, (it) => `${it + 1}. item`), "51"]],
  ["a list after which a sign stands", [...many(50, (it) => `- item ${it}`), "-"]],
  ["a table", ["| a | b |", "|---|:-:|", ...many(60, (it) => `| ${it} | **x** \\| y |`)]],
  ["a table with rows of any length", ["| a | b |", "|---|---|", ...many(60, () => "| 1 | 2 | 3"), "| 4"]],
  ["a table and words", ["|a|", "|-|", ...many(60, (it) => `|${it}|`), "", "2024 was a year."]],
  ["no table", ["| a | b |", "|---|", ...many(60, (it) => `| ${it} |`)]],
  ["a table that ends in words", ["|a|", "|-|", ...many(60, (it) => `|${it}|`), "words"]],
];

it.each(texts)("means the same in parts as together: %s", (_name, lines) => {
  expect(drawn(lines.join("\n"))).toBe(whole(lines.join("\n")));
});

it("means the same in parts as together, whatever follows what", () => {
  const LINES = [
    "- one",
    "- two",
    "  words",
    "  - within",
    "",
    "1. first",
    "words",
    "> quoted",
    "---",
    "- [ ] to do",
  ];
  // The same numbers with each run.
  let seed = 11;
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  let inParts = 0;
  for (let round = 0; round < 60; round += 1) {
    const text = [
      ...many(40, () => LINES[next(next(2) === 0 ? 2 : 5)] ?? ""),
      ...many(6, () => LINES[next(10)] ?? ""),
    ].join("\n");
    inParts += partsOf(text) === null ? 0 : 1;
    expect(drawn(text), text).toBe(whole(text));
  }
  expect(inParts).toBeGreaterThan(5);
});

it.each([
  ["a list", "- item\n", 200],
  ["a loose list", "1. item\n\n", 200],
  ["a list with paragraphs", "1. item\n\n   words\n\n", 100],
  ["a table", "| 1 | 2 |\n", 200],
])("changes nothing but the last part while %s grows", (_name, line, count) => {
  const head = line.startsWith("|") ? "| a | b |\n|---|---|\n" : "";
  const text = head + line.repeat(count);
  const before = partsOf(text.slice(0, -30));
  const after = partsOf(text);
  if (before === null || after === null) throw new Error("no parts");
  expect(after.parts.length).toBeGreaterThan(5);
  expect(after.parts.slice(0, before.parts.length - 1)).toEqual(before.parts.slice(0, -1));
  // Also while a line is written, which no item or row is until more of it is there.
  for (let end = text.length - 40; end < text.length; end += 1) {
    expect(partsOf(text.slice(0, end)), JSON.stringify(text.slice(end - 20, end))).not.toBeNull();
  }
});

it("keeps the elements of a list that grows", () => {
  const lines = many(80, (it) => `- item ${it}`);
  const { container, rerender } = render(<MarkdownDrawn text={lines.slice(0, 50).join("\n")} />);
  const [list, item] = [container.querySelector("ul"), container.querySelectorAll("li")[30]];
  rerender(<MarkdownDrawn text={lines.join("\n")} />);
  expect(container.querySelector("ul")).toBe(list);
  expect(container.querySelectorAll("li")).toHaveLength(80);
  expect(container.querySelectorAll("li")[30]).toBe(item);
});

it("has each block run in the direction of its words, a long list too", () => {
  const shalom = "\u05e9\u05dc\u05d5\u05dd";
  const text = `# ${shalom}\n\n${shalom} **world**\n\n> ${shalom}\n\n- ${shalom}\n\nwords`;
  const { container, rerender } = render(<MarkdownDrawn text={text} />);
  const blocks = [...container.querySelectorAll("p, ul, blockquote")];
  expect(blocks).toHaveLength(6);
  // A quotation takes no direction from what has `dir` itself.
  const within = container.querySelector("blockquote p");
  expect(blocks.filter((it) => it.getAttribute("dir") !== "auto")).toEqual([within]);
  expect(within).not.toHaveAttribute("dir");
  rerender(<MarkdownDrawn text={many(60, (it) => `${it + 1}. ${shalom}`).join("\n")} />);
  expect(container.querySelector("ol")).toHaveAttribute("dir", "auto");
});
