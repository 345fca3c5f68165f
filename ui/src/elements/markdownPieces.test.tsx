import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";
import { codeOf, pieces } from "./markdownPieces";

const TEXT = `# A title

Some words, **bold** and \`code\`, that go
on in another line.

- one

- two, after an empty line

  with a second paragraph

Words after the list.

\`\`\`\`js
const a = 1;

\`\`\`
not the end
\`\`\`\`

1. first

2. second

> quoted

> quoted again

| a | b |
|---|---|
| 1 | 2 |

Title by a line
===

    set in

- [ ] to do

Last words`;

/** As a browser has it, with white space between blocks made plain. */
function drawn(text: string): string {
  const { container, unmount } = render(<Markdown text={text} />);
  const html = container.innerHTML.replace(/>\s+</g, "><");
  unmount();
  return html;
}

it("means the same in pieces as together, however far it has come", () => {
  expect(pieces(TEXT).length).toBeGreaterThan(4);
  expect(pieces(TEXT).join("")).toBe(TEXT);
  for (let end = 0; end <= TEXT.length; end += 7) {
    const text = TEXT.slice(0, end);
    const apart = pieces(text)
      .map((piece) => drawn(piece).replace(/^<div[^>]*>|<\/div>$/g, ""))
      .join("");
    // An unused definition shows nothing, and ties everything together.
    const together = drawn(`[none]: x\n\n${text}`).replace(/^<div[^>]*>|<\/div>$/g, "");
    expect(pieces(`[none]: x\n\n${text}`)).toHaveLength(1);
    expect(apart, text.slice(-40)).toBe(together);
    expect(drawn(text).replace(/^<div[^>]*>|<\/div>$/g, "")).toBe(apart);
  }
});

it("leaves what hangs together in one piece", () => {
  for (const text of [
    "See [this][a].\n\nMore.\n\n[a]: https://example.org",
    "Words[^1].\n\nMore.\n\n[^1]: A note",
    "<!-- a\n\nb -->\n\nMore",
    "```\na\n\nb\n\nc",
    "- a\n\n- b\n\n  c",
  ]) {
    expect(pieces(text)).toEqual([text]);
  }
});

it("changes nothing but the last piece while a text grows", () => {
  const before = pieces(TEXT.slice(0, 200));
  const after = pieces(TEXT);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
});

/** Lines that meet in every order: each may end, hold or begin what is around it. */
const LINES = [
  "Words",
  "",
  "```js",
  "```",
  "  ```",
  "~~~",
  "- one",
  "1. first",
  "   set in",
  "> quoted",
  "# Title",
  "<div>",
  "| a | b |",
  "|---|---|",
  "``` a`b",
  "***",
];

it("means the same in pieces as together, whatever follows what", () => {
  // The same numbers with each run.
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  for (let round = 0; round < 150; round += 1) {
    const text = Array.from({ length: 3 + next(9) }, () => LINES[next(LINES.length)]).join("\n");
    const inner = (html: string) =>
      html.replace(/^<div[^>]*>|<\/div>$/g, "").replace(/\s*(<[^>]+>)\s*/g, "$1");
    const apart = pieces(text)
      .map((piece) => inner(drawn(piece)))
      .join("");
    expect(pieces(text).join("")).toBe(text);
    expect(apart, text).toBe(inner(drawn(`[none]: x\n\n${text}`)));
  }
});

it("begins a piece with a block of code, and the next after it, without empty lines", () => {
  expect(pieces("Words:\n```js\na\n\nb\n```\nMore")).toEqual(["Words:\n", "```js\na\n\nb\n```\n", "More"]);
});

it("knows a block of code that is a piece of its own, and whether it ended", () => {
  expect(codeOf("```js\na\n\nb\n```\n")).toEqual({ info: "js", code: "a\n\nb", open: false });
  expect(codeOf("```js\na\n``")).toEqual({ info: "js", code: "a\n``", open: true });
  expect(codeOf("~~~\n```\n~~~")).toEqual({ info: "", code: "```", open: false });
  expect(codeOf("```\n```")).toEqual({ info: "", code: "", open: false });
  expect(codeOf("```js")).toEqual({ info: "js", code: "", open: true });
  expect(codeOf("```a`b\nc")).toBeNull();
  expect(codeOf("```a&amp;b\nc")).toBeNull();
  expect(codeOf("```\na\n```\nWords")).toBeNull();
});
