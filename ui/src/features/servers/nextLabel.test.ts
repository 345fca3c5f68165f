import { expect, it } from "vitest";
import { nextLabel } from "./nextLabel";

it("cuts a long label between its characters, and only a long one", () => {
  const begin = "x".repeat(57);
  expect(nextLabel(`${begin}\u{1f600}y`, [])).toBe(`${begin} 2`);
  expect(nextLabel("Notes \u{1f600}", [])).toBe("Notes \u{1f600} 2");
});
