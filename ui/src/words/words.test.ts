import { describe, expect, it } from "vitest";
import cases from "../../../crates/core/src/text/cases.json";
import { ago, bytes, countdown, definitionWord, duration, escapeInvisible, time } from ".";

describe("text as a person may see it", () => {
  // Proves S-41.
  it.each(cases.text)("is written as the host writes it: $class", (it) => {
    expect(escapeInvisible(it.input, { lines: true })).toEqual({ text: it.shown, hidden: it.hidden });
  });

  // Proves S-41.
  it.each(cases.line)("is written on one line as the host writes it: $class", (it) => {
    expect(escapeInvisible(it.input)).toEqual({ text: it.shown, hidden: it.hidden });
  });

  // Proves S-41.
  it("writes half of a surrogate pair out", () => {
    expect(escapeInvisible("a\ud800b")).toEqual({ text: "a⟨U+D800⟩b", hidden: 1 });
  });
});

describe("numbers in words", () => {
  it("says sizes with a unit", () => {
    expect([0, 812, 1_950, 42_000, 10 * 1024 * 1024].map(bytes)).toEqual([
      "0 B",
      "812 B",
      "1.9 KiB",
      "41 KiB",
      "10 MiB",
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

  it("says how long ago something was", () => {
    const now = 1_800_000_000_000;
    const before = [0, -5_000, 59_000, 300_000, 7_200_000, 86_400_000, 260_000_000];
    expect(before.map((it) => ago(now - it, now))).toEqual([
      "now",
      "now",
      "now",
      "5 minutes ago",
      "2 hours ago",
      "yesterday",
      "3 days ago",
    ]);
  });

  it("counts down in seconds, and in whole minutes where there are many", () => {
    expect([272_000, 271_001, 60_000, 9_000, 1, 0, -5_000].map(countdown)).toEqual([
      "4:32",
      "4:32",
      "1:00",
      "0:09",
      "0:01",
      "0:00",
      "0:00",
    ]);
    expect([600_000, 601_000, 700_000, 720_000].map(countdown)).toEqual([
      "10:00",
      "10 minutes",
      "12 minutes",
      "12 minutes",
    ]);
  });

  it("says the day only of another day", () => {
    const now = new Date(2026, 10, 20, 12).getTime();
    expect(time(new Date(2026, 10, 20, 9, 41, 7).getTime(), "clock", now)).toBe("09:41:07");
    expect(time(new Date(2026, 10, 3, 9, 41).getTime(), "clock", now)).toBe("3 Nov, 09:41");
    expect(time(new Date(2026, 10, 3).getTime(), "day", now)).toBe("3 Nov");
    expect(time(new Date(2025, 10, 3).getTime(), "day", now)).toBe("3 Nov 2025");
  });
});

describe("a definition in words", () => {
  it("is not called good: only the person's own review is said", () => {
    const now = new Date(2026, 10, 20, 12).getTime();
    const since = new Date(2026, 10, 3).getTime();
    expect(definitionWord({ kind: "known", since, reviewed: null }, now)).toBe("Not reviewed by you");
    expect(definitionWord({ kind: "known", since, reviewed: since }, now)).toBe("Reviewed by you on 3 Nov");
    expect(definitionWord({ kind: "new", since, reviewed: now }, now)).toBe("Reviewed by you today");
    expect(definitionWord({ kind: "new", since, reviewed: null }, now)).toBe(
      "First use, not reviewed by you",
    );
    expect(definitionWord({ kind: "changed", since }, now)).toBe("Changed on 3 Nov");
    const before = new Date(2025, 9, 3).getTime();
    expect(definitionWord({ kind: "known", since, reviewed: before }, now)).toBe(
      "Reviewed by you on 3 Oct 2025",
    );
  });
});
