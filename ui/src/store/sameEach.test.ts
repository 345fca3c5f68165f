import { expect, it } from "vitest";
import { sameEach } from "./sameEach";

const entry = (id: number, text = `Text ${id}`) => ({ id, of: { text } });
const idOf = (it: { id: number }) => it.id;

it("leaves what says the same the same object where another comes first", () => {
  const before = [entry(2), entry(1)];
  const now = sameEach(before, [entry(3), entry(2), entry(1, "Another text")], idOf);
  expect(now).toEqual([entry(3), entry(2), entry(1, "Another text")]);
  expect(now[1]).toBe(before[0]);
  expect(now[2]).not.toBe(before[1]);
});

it("leaves a list that says the same the same object", () => {
  const before = [entry(2), entry(1)];
  expect(sameEach(before, structuredClone(before), idOf)).toBe(before);
  expect(sameEach(before, [entry(1), entry(2)], idOf)).toEqual([entry(1), entry(2)]);
  expect(sameEach(before, [entry(2)], idOf)).toEqual([entry(2)]);
});
