import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { expectAxeClean } from "../test/axe";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";
import { HIGHLIGHTED, LONGEST_LINE } from "./useHighlight";

const fenced = (code: string, language = "js") => `\`\`\`${language}\n${code}\n\`\`\`\n`;

async function coloured(text: string, kind: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = screen.getByText(text, { ignore: "script, style, bdi" }).closest(`.${kind}`);
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });
}

/** Longer than highlighting waits for. */
const settle = () => act(() => new Promise((done) => setTimeout(done, 400)));

describe("a block of code", () => {
  it("says its language and has the colours of it", async () => {
    render(<Markdown text={fenced('const a = "x"; // why')} />);
    const block = screen.getByRole("region", { name: "Code (js)" });
    expect(within(block).getByText("js")).toBeVisible();
    await coloured("const", "keyword");
    await coloured('"x"', "string");
    await coloured("// why", "comment");
    expect(block.querySelector("code")).toHaveTextContent('const a = "x"; // why');
    await expectAxeClean();
  });

  it("is plain where the language is not known, or none is named", async () => {
    render(<Markdown text={`${fenced("const a", "klingon")}\n${fenced("const b", "")}`} />);
    await settle();
    expect(screen.getByRole("region", { name: "Code (klingon)" })).toHaveTextContent("const a");
    expect(screen.getByRole("region", { name: "Code" })).toHaveTextContent("const b");
    expect(document.querySelector(".keyword")).toBeNull();
  });

  it("is copied as it is shown, by the keyboard too, and says so", async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    render(<Markdown text={fenced("const a = 1;\n\nconst b = 2;")} />);
    await coloured("1", "number");
    await user.tab();
    expect(screen.getByRole("button", { name: "Copy" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(write).toHaveBeenCalledWith("const a = 1;\n\nconst b = 2;");
    expect(await screen.findByRole("button", { name: "Copied" })).toHaveFocus();
  });

  it("wraps its lines when that is wanted, and asks only where one is wide", async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Markdown text={fenced("short")} />);
    expect(screen.queryByRole("button", { name: "Wrap lines" })).toBeNull();
    rerender(<Markdown text={fenced("x".repeat(80))} />);
    const wrap = screen.getByRole("button", { name: "Wrap lines" });
    expect(wrap).toHaveAttribute("aria-pressed", "false");
    await user.click(wrap);
    expect(wrap).toHaveAttribute("aria-pressed", "true");
    expect(document.querySelector("pre")).toHaveAttribute("data-wrap");
  });

  // Proves S-19.
  it("makes no markup of what it holds, with colours or without", async () => {
    const hostile = '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script>';
    render(<Markdown text={`${fenced(hostile, "html")}\n${fenced(hostile, "none")}`} />);
    await waitFor(() => expect(document.querySelector(".keyword")).not.toBeNull());
    expect(document.querySelector("img, script")).toBeNull();
    for (const code of document.querySelectorAll("code")) {
      expect(code.textContent).toBe(hostile);
    }
  });

  // Proves S-41.
  it("writes hidden characters out, with colours or without", async () => {
    render(<Markdown text={fenced('const a = "\u202ex"')} />);
    await coloured("const", "keyword");
    expect(document.querySelector("code")).toHaveTextContent('const a = "⟨U+202E⟩x"');
    expect(screen.getByText("⟨U+202E⟩").closest(".string")).not.toBeNull();
  });

  it.each([
    ["a long text", "const a;\n".repeat(HIGHLIGHTED / 8)],
    ["a long line", `const a;\n${"x".repeat(LONGEST_LINE + 1)}`],
  ])("leaves %s plain", async (_, code) => {
    render(<Markdown text={fenced(code)} />);
    await settle();
    expect(document.querySelector(".keyword")).toBeNull();
    expect(screen.getByRole("region", { name: "Code (js)" })).toBeVisible();
  });

  it("keeps its colours while it grows, and gives them to what rests", async () => {
    const { rerender } = render(<Markdown text={"```js\nconst a = 1;"} />);
    const first = await coloured("const", "keyword");
    rerender(<Markdown text={"```js\nconst a = 1;\nlet b"} />);
    expect(first).toBeInTheDocument();
    expect(document.querySelector("code")?.textContent).toBe("const a = 1;\nlet b");
    await coloured("let", "keyword");
    expect(document.querySelector("code")?.textContent).toBe("const a = 1;\nlet b");
  });
});
