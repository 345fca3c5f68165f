import { expect, it } from "vitest";
import { Drafts, MOST } from "./drafts";

it("keeps the drafts that were written last, and no more than so many", () => {
  const drafts = new Drafts();
  drafts.write("first", 1);
  drafts.write("second", 2);
  for (let other = 2; other < MOST; other += 1) {
    drafts.write(`${other}`, other);
  }
  drafts.write("first", "again");
  drafts.write("one more", 3);
  expect(drafts.read("first")).toBe("again");
  expect(drafts.read("second")).toBeUndefined();
  drafts.drop((key) => key === "first");
  expect(drafts.read("first")).toBeUndefined();
});
