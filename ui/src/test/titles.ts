import { expect } from "vitest";

/** Where words of a server may stand: in a frame that says whose they are. */
const SLOTS = "figure, [data-attributed]";

/** Fails where a text of a server stands outside of a slot that says whose it is, also where only a name is read of it. */
export function expectAttributed(text: string, root: ParentNode = document): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let found = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.textContent?.includes(text)) {
      found += 1;
      const slot = node.parentElement?.closest(SLOTS) ?? null;
      expect(slot, `“${text}” in ${node.parentElement?.textContent}`).not.toBeNull();
    }
  }
  for (const element of root.querySelectorAll("[aria-label], [title]")) {
    const name = `${element.getAttribute("aria-label") ?? ""} ${element.getAttribute("title") ?? ""}`;
    expect(
      name.includes(text) && element.closest(SLOTS) === null,
      `“${text}” names ${element.textContent}`,
    ).toBe(false);
  }
  return found;
}
