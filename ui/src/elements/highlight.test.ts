import { describe, expect, it, vi } from "vitest";
import { cpuTime } from "../test/cpu";
import { type CodeToken, highlight } from "./highlight";

const text = (lines: CodeToken[][] | null) =>
  (lines ?? []).map((line) => line.map((token) => token.text).join("")).join("\n");

describe("highlighting", () => {
  // Each takes four to nine seconds when it is read at once.
  it.each([
    ["cpp", "a_"],
    ["c", "int a "],
    ["csharp", "a "],
    ["javascript", "a_"],
  ])("takes no longer for a text made for %s", (language, made) => {
    const line = made.repeat(Math.floor(1_900 / made.length));
    const code = Array.from({ length: 20 }, () => line).join("\n");
    const began = cpuTime();
    const lines = highlight(code, language);
    expect(cpuTime() - began).toBeLessThan(2_000);
    expect(text(lines)).toBe(code);
  });

  it("loses nothing where a long text is read in parts, and colours both sides", () => {
    // On a busy machine the time for colours may end before the text does.
    vi.spyOn(performance, "now").mockReturnValue(0);
    const block = `function named() {\n  return "text"; // why\n}\n\n`;
    const code = block.repeat(200);
    const lines = highlight(code, "javascript");
    expect(text(lines)).toBe(code);
    const kinds = (line: number) => lines?.[line]?.map((token) => token.kind);
    expect(kinds(0)).toEqual(kinds(400));
    expect(kinds(400)).toContain("keyword");
  });
});
