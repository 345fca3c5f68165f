import axe from "axe-core";
import { expect } from "vitest";

/** Fails with what axe found. Contrast cannot be computed without a layout; it is checked in a real browser. */
export async function expectAxeClean(root: Element = document.body): Promise<void> {
  const found = await axe.run(root, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  const words = found.violations.map(
    (it) => `${it.id}: ${it.help}\n  ${it.nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(words).toEqual([]);
}
