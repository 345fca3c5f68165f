import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAxeClean } from "../test/axe";
import { ForeignText } from "./ForeignText";

const marks = (container: HTMLElement) =>
  [...container.querySelectorAll("mark")].map((it) => [it.title, it.firstChild?.textContent]);

// Proves S-10.
it("a letter of another alphabet is marked, said and counted", async () => {
  const { container } = render(
    <ForeignText value={{ text: "p\u0430⟨U+0430⟩yp\u0430⟨U+0430⟩l", hidden: 0, lookalikes: 2 }} />,
  );
  expect(marks(container)).toEqual([
    ["Cyrillic letter \u0430 (U+0430)", "\u0430⟨U+0430⟩"],
    ["Cyrillic letter \u0430 (U+0430)", "\u0430⟨U+0430⟩"],
  ]);
  expect(container.querySelector("mark .visually-hidden")).toHaveTextContent("Cyrillic letter \u0430");
  expect(screen.getByText("2 look-alike letters")).toBeVisible();
  await expectAxeClean();
});

it("names the alphabet of each letter, and keeps its accents", () => {
  const text = "ο⟨U+03BF⟩ ա⟨U+0561⟩ Ꭺ⟨U+13AA⟩ ａ⟨U+FF41⟩ 𝐚⟨U+1D41A⟩ p⟨U+0070⟩ \u0430\u0301⟨U+0430⟩";
  const { container } = render(<ForeignText value={{ text, hidden: 0, lookalikes: 7 }} />);
  expect(marks(container).map(([title]) => title?.split(" letter")[0])).toEqual([
    "Greek",
    "Armenian",
    "Cherokee",
    "Fullwidth",
    "Mathematical",
    "Latin",
    "Cyrillic",
  ]);
});

// Proves S-41.
it("hidden characters beside such letters are marked as ever", () => {
  const { container } = render(
    <ForeignText value={{ text: "p\u0430⟨U+0430⟩y⟨U+202E⟩", hidden: 1, lookalikes: 1 }} />,
  );
  expect(marks(container)).toHaveLength(1);
  expect(container.querySelectorAll(".escape")).toHaveLength(1);
  expect(screen.getByText("1 hidden character")).toBeVisible();
  expect(screen.getByText("1 look-alike letter")).toBeVisible();
});

it("what only looks like such a mark is text", () => {
  const { container } = render(<ForeignText value={{ text: "p\u0430⟨U+0430⟩y", hidden: 0 }} />);
  expect(marks(container)).toEqual([]);
  expect(container).toHaveTextContent("p\u0430⟨U+0430⟩y");
});

// Proves F-24.
it("of a long text as many letters are marked as a page can bear", () => {
  const text = "p\u0430⟨U+0430⟩ypal ".repeat(5_000);
  const { container } = render(<ForeignText value={{ text, hidden: 0, lookalikes: 5_000 }} />);
  expect(marks(container).length).toBeGreaterThan(500);
  expect(marks(container).length).toBeLessThanOrEqual(1_000);
  expect(screen.getByText("5,000 look-alike letters")).toBeVisible();
});
