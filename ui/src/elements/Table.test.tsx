import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { expectAxeClean } from "../test/axe";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";
import { asCsv, asMarkdown } from "./tableText";

describe("a table", () => {
  it("scrolls within itself and is reached by the keyboard", async () => {
    render(<Markdown text={"| a | b |\n|---|---|\n| 1 | two words |"} />);
    const box = screen.getByRole("region", { name: "Table" });
    expect(box).toHaveAttribute("tabindex", "0");
    expect(screen.getAllByRole("columnheader")).toHaveLength(2);
    await expectAxeClean();
  });

  it("is copied as Markdown and as CSV", async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    render(<Markdown text={"| a | b |\n|---|---|\n| **1**, 2 | x \\| $y_1$ |"} />);
    await waitFor(() => expect(document.querySelector(".katex")).not.toBeNull());
    await user.click(screen.getByRole("button", { name: "Copy as Markdown" }));
    expect(write).toHaveBeenLastCalledWith("| a | b |\n| --- | --- |\n| 1, 2 | x \\| $y_1$ |\n");
    await user.click(screen.getByRole("button", { name: "Copy as CSV" }));
    expect(write).toHaveBeenLastCalledWith('a,b\r\n"1, 2",x | $y_1$\r\n');
  });

  it("breaks lines in its cells where a model wrote that, and reads no other tag", async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    const { container } = render(<Markdown text={"| a |\n|---|\n| one<br>two<BR/>three <b>four</b> |"} />);
    expect(container.querySelectorAll("td br")).toHaveLength(2);
    expect(container.querySelector("b")).toBeNull();
    expect(screen.getByRole("cell")).toHaveTextContent("<b>four</b>");
    await user.click(screen.getByRole("button", { name: "Copy as CSV" }));
    expect(write).toHaveBeenLastCalledWith('a\r\n"one\ntwo\nthree <b>four</b>"\r\n');
  });

  it("gives a spreadsheet no formula, and numbers as they are", () => {
    expect(asCsv([["=HYPERLINK(1)", "+a", "@b", "-5", "+1.5 %", 'a "b"']])).toBe(
      `'=HYPERLINK(1),'+a,'@b,-5,+1.5 %,"a ""b"""\r\n`,
    );
    // A cell may begin with the break of a line.
    expect(asCsv([["\n=HYPERLINK(1)"]])).toBe(`"'\n=HYPERLINK(1)"\r\n`);
  });

  it("keeps a row of Markdown in its line", () => {
    expect(asMarkdown([["a"], ["b\nc | \\d"]])).toBe("| a |\n| --- |\n| b c \\| \\\\d |\n");
  });
});
