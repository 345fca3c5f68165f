import { act, render, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../test/axe";
import { cpuTime } from "../test/cpu";
import { LONGEST_FORMULA } from "./formulaSyntax";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";

/** The formulas that are found, as TeX; those that fill their lines are in brackets. */
function found(text: string): string[] {
  const { container, unmount } = render(<Markdown text={text} />);
  const all = [...container.querySelectorAll<HTMLElement>("[data-tex]")].map((it) =>
    it.classList.contains("display") ? `[${it.dataset.tex}]` : (it.dataset.tex ?? ""),
  );
  unmount();
  return all;
}

describe("a formula", () => {
  it.each([
    ["so \\(a^2 + b^2\\) is", ["a^2 + b^2"]],
    ["and $x$, $n$th, $E = mc^2$.", ["x", "n", "E = mc^2"]],
    ["$\\alpha_1*\\beta_2*$ and *so*", ["\\alpha_1*\\beta_2*"]],
    ["in a line $$a$$ too", ["[a]"]],
    ["\\[\na\n= b\n- c\n\\]", ["[a\n= b\n- c]"]],
    ["It is:\n\\[ x \\]\nand so on", ["[x]"]],
    [
      "$$\n\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}\n$$",
      ["[\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}]"],
    ],
    ["- one \\(a\\)\n- two\n  \\[ b \\]", ["a", "[ b ]"]],
    ["| a |\n|---|\n| $x_1$ |", ["x_1"]],
    ["> quoted \\(a\n> = b\\)", ["a\n= b"]],
    ["$a\\$b^2$", ["a\\$b^2"]],
  ])("is found in %j", (text, formulas) => {
    expect(found(text)).toEqual(formulas);
  });

  it.each([
    "It costs $5 and $10.",
    "Between $5-$10, or US$5 to US$7.",
    "It costs $5, or in bulk 10$ each.",
    "From $1,000 to $2,000 (not $ 3).",
    "$HOME/bin:$PATH and $HOME/$USER",
    "`$x$` and `\\(a\\)`",
    "```\n$x$ \\[a\\]\n```",
    "\\\\(a\\\\) and \\$x\\$",
    "\\( never ended",
    "\\[ a\n\nb \\]",
    "A [link](https://a.example/$a$b) and $ alone $ too",
    "Das kostet 5$ oder 7$ pro Monat.",
  ])("is not found in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("is drawn, and its source is there for who does not see it", async () => {
    const { container } = render(<Markdown text={"So \\(a^2\\), and\n\n$$\\frac{1}{2}$$"} />);
    await waitFor(() => expect(container.querySelectorAll("[data-drawn] .katex")).toHaveLength(2));
    expect(container.querySelectorAll("math")).toHaveLength(2);
    expect(container.querySelector("annotation")).toHaveTextContent("a^2");
    expect(container.querySelector(".written")).toBeNull();
    await expectAxeClean();
  });

  it("is shown as it was written where it cannot be drawn", async () => {
    const { container } = render(<Markdown text={"$$\\nonsense{$$"} />);
    await waitFor(() => expect(container).toHaveTextContent("This formula cannot be shown"));
    expect(container.querySelector("code")).toHaveTextContent("\\nonsense{");
  });

  it("is shown as it was written until its end is there", () => {
    const { container, rerender } = render(<Markdown text={"\\[\na\n- b"} />);
    expect(container.querySelector("ul, [data-tex]")).toBeNull();
    expect(container).toHaveTextContent("\\[ a - b");
    rerender(<Markdown text={"\\[\na\n- b\n\\]"} />);
    expect(container.querySelector("[data-tex]")).not.toBeNull();
  });

  // Proves S-19, S-20, S-24.
  it.each([
    "\\href{javascript:window.__pwned=1}{x}",
    "\\url{https://evil.example}",
    "\\includegraphics{https://sink.example/a.png}",
    "\\htmlClass{gate}{x}\\htmlId{root}{y}\\htmlStyle{position:fixed}{z}\\htmlData{a=b}{c}",
    "\\text{<img src=x onerror=window.__pwned=1>}",
    "x\\def\\a{\\a\\a}\\a",
  ])("has no power over the page: %s", async (tex) => {
    const { container } = render(<Markdown text={`$$${tex}$$`} />);
    await waitFor(() => expect(container.querySelector(".katex, .note")).not.toBeNull());
    expect(container.querySelector("a, img, script, #root, .gate, [href], [style*=fixed]")).toBeNull();
    expect((window as { __pwned?: unknown }).__pwned).toBeUndefined();
  });

  it("is not larger than a limit", async () => {
    const long = "x".repeat(LONGEST_FORMULA + 1);
    const { container } = render(<Markdown text={`$$\\rule{9999em}{9999em}$$\n\n$$${long}$$`} />);
    await waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(1));
    const rule = container.querySelector<HTMLElement>(".katex-rule");
    expect(Number.parseFloat(rule?.style.borderRightWidth ?? "9999")).toBeLessThanOrEqual(20);
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(container.querySelectorAll(".katex")).toHaveLength(1);
  });

  it("is not looked for without end in a text of dollars", () => {
    const before = cpuTime();
    for (const mark of ["$a", "\\(a ", "$$a ", "\\[a "]) {
      found(mark.repeat(12_000));
    }
    expect(cpuTime() - before).toBeLessThan(20_000);
  });
});
