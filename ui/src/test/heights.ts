/** For tests: what jsdom has no layout for. */
import { afterEach, beforeEach, vi } from "vitest";

/** A box gets a height, and every row of a virtual list too. */
export function withHeights(box = 600, row = 30): void {
  beforeEach(() => {
    const height = function (this: Element) {
      return (this as HTMLElement).dataset.index === undefined ? box : row;
    };
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(height);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockImplementation(height);
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(800);
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(800);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** Gives what tells every observer from now on that its size changed. */
export function watchedSizes(): () => void {
  const told: (() => void)[] = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(tell: () => void) {
        told.push(tell);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  return () => void told.map((tell) => tell());
}
