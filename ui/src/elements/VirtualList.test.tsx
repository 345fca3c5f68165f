import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { VirtualList } from "./VirtualList";

const LINES = Array.from({ length: 50 }, (_, line) => line);
const numbered = (line: number) => line;

afterEach(() => vi.unstubAllGlobals());

/** Draws the list, and gives what tells its observers that its size changed. */
function drawn(follow: boolean): { resized: () => void; scrolled: ReturnType<typeof vi.fn> } {
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
  render(
    <VirtualList
      label="Log"
      items={LINES}
      keyOf={numbered}
      estimate={20}
      follow={follow}
      row={(line) => <p>{line}</p>}
    />,
  );
  const scrolled = vi.fn();
  screen.getByRole("group", { name: "Log" }).scrollTo = scrolled;
  return { resized: () => void told.map((tell) => tell()), scrolled };
}

it("keeps the newest row in view when the list gets smaller", () => {
  const { resized, scrolled } = drawn(true);
  resized();
  expect(scrolled).toHaveBeenCalled();
});

it("stays where a person scrolled to when the list gets smaller", () => {
  const { resized, scrolled } = drawn(false);
  resized();
  expect(scrolled).not.toHaveBeenCalled();
});
