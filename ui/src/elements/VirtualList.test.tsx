import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { watchedSizes } from "../test/heights";
import { VirtualList } from "./VirtualList";

const LINES = Array.from({ length: 50 }, (_, line) => line);
const numbered = (line: number) => line;

afterEach(() => vi.unstubAllGlobals());

/** Draws the list, and gives what tells its observers that its size changed. */
function drawn(follow: boolean): { resized: () => void; scrolled: ReturnType<typeof vi.fn> } {
  const resized = watchedSizes();
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
  return { resized, scrolled };
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
