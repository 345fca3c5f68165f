import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { expectAxeClean } from "../test/axe";
import { fakeWorker } from "../test/fakeWorker";
import { MarkdownDrawn as Markdown } from "./MarkdownDrawn";

const fenced = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\`\n`;
let counted = 0;
/** A diagram that was not drawn before. */
const diagram = () => {
  counted += 1;
  return `flowchart TD\n  A${counted}[Begin] --> B[End]`;
};

const page = (text: string, scheme: "light" | "dark" = "light") => (
  <MantineProvider forceColorScheme={scheme} env="test">
    <Markdown text={text} />
  </MantineProvider>
);

/** One for all: it outlives a test as the real one outlives a message. */
const did = fakeWorker();
beforeEach(() => {
  did.sources.length = 0;
});
afterAll(() => vi.unstubAllGlobals());

const rest = (ms: number) => act(() => new Promise((done) => setTimeout(done, ms)));
const svgOf = (image: HTMLElement) => decodeURIComponent(image.getAttribute("src") ?? "");

describe("a diagram in a message", () => {
  it("is a picture with its source as its description, and code and copy at hand", async () => {
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, "writeText");
    const source = diagram();
    render(page(fenced(source)));
    const picture = await screen.findByRole("img");
    expect(picture).toHaveAttribute("alt", source);
    expect(svgOf(picture)).toMatch(/^data:image\/svg\+xml,<svg .*Begin.*End/);
    const block = screen.getByRole("region", { name: "Diagram" });
    expect(within(block).queryByText(/flowchart/)).toBeNull();
    await expectAxeClean();

    await user.tab();
    const code = screen.getByRole("button", { name: "Show code" });
    expect(code).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(code).toHaveAttribute("aria-pressed", "true");
    expect(screen.queryByRole("img")).toBeNull();
    expect(block.querySelector("pre")).toHaveTextContent("flowchart TD");
    await user.click(screen.getByRole("button", { name: "Copy" }));
    expect(write).toHaveBeenCalledWith(source);
    await user.click(code);
    expect(screen.getByRole("img")).toBeVisible();
  });

  it("has the colours of either theme, and is drawn once for both", async () => {
    const source = diagram();
    const { rerender } = render(page(fenced(source)));
    const light = svgOf(await screen.findByRole("img"));
    rerender(page(fenced(source), "dark"));
    await waitFor(() => expect(svgOf(screen.getByRole("img"))).not.toBe(light));
    expect(light).toContain("#1d1f23");
    expect(svgOf(screen.getByRole("img"))).not.toContain("#1d1f23");
    expect(did.sources).toHaveLength(1);
  });

  it("fills the window, and is larger and smaller by keys", async () => {
    const user = userEvent.setup();
    render(page(fenced(diagram())));
    const open = await screen.findByRole("button", { name: "Full size" });
    open.focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Diagram" });
    const picture = within(dialog).getByRole("img");
    const width = Number(within(dialog).getByRole("img").getAttribute("width"));
    expect(picture).toHaveAttribute("data-fits");
    await expectAxeClean(dialog);
    await user.keyboard("+");
    expect(picture).toHaveAttribute("width", String(width * 1.5));
    expect(within(dialog).getByRole("status")).toHaveTextContent("150%");
    await user.keyboard("--");
    expect(picture).toHaveAttribute("width", String(width * 0.75));
    await user.keyboard("0");
    expect(picture).toHaveAttribute("data-fits");
    await user.click(within(dialog).getByRole("button", { name: "Zoom in" }));
    expect(picture).not.toHaveAttribute("data-fits");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(open).toHaveFocus());
  });

  it("is not drawn while it is written", async () => {
    const source = diagram();
    const { rerender } = render(page("```mermaid\nflowchart TD"));
    for (let end = 20; end < source.length; end += 4) {
      rerender(page(`\`\`\`mermaid\n${source.slice(0, end)}`));
    }
    await rest(900);
    expect(did.sources).toEqual([]);
    expect(screen.getByRole("region", { name: "Code (mermaid)" })).toHaveTextContent("flowchart TD");
    rerender(page(fenced(source)));
    await screen.findByRole("img");
    expect(did.sources).toEqual([source]);
  });

  it("is drawn in a list when it rested", async () => {
    const source = diagram();
    render(page(`- one\n\n  ${fenced(source).replaceAll("\n", "\n  ")}`));
    await screen.findByRole("img");
    expect(did.sources).toEqual([source]);
  });

  it.each([
    ["flowchart TD\nA --> B\nA => C", "Line 3 cannot be drawn. The code is shown instead."],
    ["sankey-beta\na,b,1", "Portcullis does not draw this kind of diagram."],
    [`flowchart TD\n${"A --> B\n".repeat(500)}`, "This diagram is too large to be drawn."],
  ])("is shown as code with the reason where it cannot be drawn", async (source, why) => {
    render(page(fenced(source)));
    expect(await screen.findByText(why)).toBeVisible();
    expect(screen.getByRole("region", { name: "Code (mermaid)" })).toHaveTextContent(/TD|sankey/);
    expect(screen.queryByRole("img")).toBeNull();
    await expectAxeClean();
  });

  it("is code again where its picture cannot be shown", async () => {
    render(page(fenced(diagram())));
    const picture = await screen.findByRole("img");
    act(() => void picture.dispatchEvent(new Event("error")));
    expect(screen.getByRole("region", { name: "Code (mermaid)" })).toHaveTextContent(
      "This diagram cannot be drawn.",
    );
  });

  // Proves S-19, S-24.
  it("puts nothing into the page but an image", async () => {
    render(
      page(
        fenced(
          'flowchart TD\nA["<img src=x onerror=window.__pwned=1>"] --> B\nclick A "https://evil.example"',
        ),
      ),
    );
    const picture = await screen.findByRole("img");
    expect(document.querySelectorAll("img, svg, a, script, style[data-mermaid]")).toHaveLength(1);
    expect(picture.getAttribute("src")).toMatch(/^data:image\/svg\+xml,/);
    expect(svgOf(picture)).not.toMatch(/evil|<img|<style|href/);
    expect((window as { __pwned?: unknown }).__pwned).toBeUndefined();
  });
});
