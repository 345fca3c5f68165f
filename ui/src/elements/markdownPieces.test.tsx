import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";
import { pieces } from "./markdownPieces";

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
    // A definition that nobody uses shows nothing, and ties everything together.
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
