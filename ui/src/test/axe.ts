import axe from "axe-core";
import { expect, vi } from "vitest";

/** Fails with what axe found, and with fields that take as much as is pasted into them. Contrast cannot be computed without a layout; it is checked in a real browser. */
export async function expectAxeClean(root: Element = document.body, regions = false): Promise<void> {
  // axe goes by the clock.
  vi.useRealTimers();
  const found = await axe.run(root, {
    // A page alone has its landmarks; a part of one has not, nor has the page of the gate beside it.
    rules: { "color-contrast": { enabled: false }, region: { enabled: regions } },
  });
  const words = found.violations.map(
    (it) => `${it.id}: ${it.help}\n  ${it.nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect([...words, ...unspeakable(root), ...endless(root)]).toEqual([]);
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

/** A field lays out all that is in it with each key, so one that takes anything stands still for what was pasted (F-24). */
function endless(root: Element): string[] {
  return writable(root)
    .filter((it) => it.maxLength < 0 || it.maxLength > 100_000)
    .map((it) => `“${calledOf(it)}” takes text without an end`);
}

/** Every field that text goes into. */
export function writable(root: Element): (HTMLInputElement | HTMLTextAreaElement)[] {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  return fields.filter(
    (it) =>
      !it.readOnly &&
      (it instanceof HTMLTextAreaElement || /^(text|search|password|url|email|tel)$/.test(it.type)),
  );
}

/** What a field is called, for a message. */
export function calledOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? field.placeholder;
}

function seen(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const unseen of copy.querySelectorAll(".visually-hidden, [aria-hidden=true], svg")) {
    unseen.remove();
  }
  return copy.textContent ?? "";
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
