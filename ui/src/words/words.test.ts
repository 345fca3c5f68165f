import { describe, expect, it } from "vitest";
import { bytes, duration, many, shownText, time } from ".";

describe("shownText", () => {
  const hidden: [string, string][] = [
    ["a right-to-left override", "\u202e"],
    ["a zero-width space", "\u200b"],
    ["a tag character", "\u{e0041}"],
    ["a variation selector", "\ufe0f"],
    ["a supplementary variation selector", "\u{e0100}"],
    ["an escape character", "\u001b"],
    ["a bell", "\u0007"],
    ["a carriage return", "\r"],
    ["a soft hyphen", "\u00ad"],
    ["a lone surrogate", "\ud800"],
    ["a C1 control", "\u009b"],
    ["a Hangul filler", "\u3164"],
  ];
  it.each(hidden)("s41 writes %s out", (_name, character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
    expect(shownText(`a${character}b`)).toBe(`a⟨U+${code}⟩b`);
  });

  it("leaves what is seen as it is", () => {
    expect(shownText("grüße, 世界 – ok")).toBe("grüße, 世界 – ok");
  });

  it("keeps line breaks only where lines are shown", () => {
    expect(shownText("a\nb\t")).toBe("a⟨U+000A⟩b⟨U+0009⟩");
    expect(shownText("a\nb\t", { lines: true })).toBe("a\nb\t");
  });

  it("keeps the joints of emoji, and of nothing else", () => {
    expect(shownText("❤️", { emoji: true })).toBe("❤️");
    expect(shownText("a\ufe0f", { emoji: true })).toBe("a⟨U+FE0F⟩");
    expect(shownText("❤\ufe0f\ufe0f\u200b", { emoji: true })).toContain("⟨U+200B⟩");
  });
});

describe("numbers in words", () => {
  it("says sizes with a unit", () => {
    expect([0, 812, 1_950, 42_000, 10 * 1024 * 1024].map(bytes)).toEqual([
      "0 B",
      "812 B",
      "1.9 KB",
      "41 KB",
      "10 MB",
    ]);
  });

  it("says time spans as a person would", () => {
    expect([12, 800, 12_000, 125_000, 3_600_000, 10_920_000].map(duration)).toEqual([
      "12 ms",
      "0.8 s",
      "12 s",
      "2 min 5 s",
      "1 h",
      "3 h 2 min",
    ]);
  });

  it("says the day only of another day", () => {
    const now = new Date(2026, 10, 20, 12).getTime();
    expect(time(new Date(2026, 10, 20, 9, 41, 7).getTime(), "clock", now)).toBe("09:41:07");
    expect(time(new Date(2026, 10, 3, 9, 41).getTime(), "clock", now)).toBe("3 Nov, 09:41");
    expect(time(new Date(2026, 10, 3).getTime(), "day", now)).toBe("3 Nov");
    expect(time(new Date(2025, 10, 3).getTime(), "day", now)).toBe("3 Nov 2025");
  });

  it("counts one and many", () => {
    expect(many(1, "tool")).toBe("1 tool");
    expect(many(4182, "tool")).toBe("4,182 tools");
  });
});
