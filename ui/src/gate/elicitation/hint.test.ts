import { describe, expect, it } from "vitest";
import type { FieldKind } from "../../bindings/host";
import { options, text } from "../../platform/fakeHost/asking";
import { hint } from "./hint";

describe("what a field takes, in words", () => {
  const cases: [FieldKind, string | null][] = [
    [text(), null],
    [text({ min: 0 }), null],
    [text({ min: 1, max: 1 }), "Exactly 1 character."],
    [text({ min: 0, max: 80 }), "At most 80 characters."],
    [text({ min: 3, max: 20 }), "3 to 20 characters."],
    [text({ max: 2_000 }), "At most 2,000 characters."],
    [text({ format: "email", min: 5 }), "Email address. At least 5 characters."],
    [{ kind: "number", integer: false, min: null, max: null }, null],
    [{ kind: "number", integer: true, min: 0, max: null }, "A whole number, at least 0."],
    [{ kind: "number", integer: false, min: 0.5, max: 2 }, "A number from 0.5 to 2."],
    [{ kind: "number", integer: false, min: null, max: 0.00001 }, "A number, at most 0.00001."],
    [{ kind: "several", options: options("a"), min: 1, max: null }, "At least 1 choice."],
    [{ kind: "boolean" }, null],
  ];
  // Proves ELI-12.
  it.each(cases)("%j", (kind, words) => {
    expect(hint(kind)).toBe(words);
  });
});
