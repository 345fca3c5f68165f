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
  expect([...words, ...unspeakable(root)]).toEqual([]);
}

/**
 * Who speaks to the computer says what is written on a button, so the name must contain it (WCAG 2.5.3). The rule of
 * axe for it needs a layout.
 */
function unspeakable(root: Element): string[] {
  return (
    [...root.querySelectorAll("a[aria-label], button[aria-label], [role][aria-label][tabindex]")]
      .filter((it) => it.matches("a, button, [role=option], [role=tab], [role=menuitem], [role=button]"))
      .map((it) => ({ name: plain(it.getAttribute("aria-label") ?? ""), written: plain(seen(it)) }))
      // Signs such as × are not words.
      .filter(({ name, written }) => /\p{Letter}/u.test(written) && !name.includes(written))
      .map(({ name, written }) => `“${written}” is written on what is called “${name}”`)
  );
}

function seen(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".heard, [aria-hidden=true], svg")) {
    unseen.remove();
  }
  return copy.textContent ?? "";
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
