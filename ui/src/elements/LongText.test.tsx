import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ForeignText } from "./ForeignText";
import { LongText } from "./LongText";

const written = "⟨U+202E⟩";
const hiding = { text: `${written}gnp.exe `.repeat(20_000), hidden: 20_000 };

const marks = (container: HTMLElement) => container.querySelectorAll(".escape").length;

// Proves F-24.
it("of a long text only the beginning is in the page until all is asked for", async () => {
  const { container } = render(<LongText value={hiding} />);
  expect(container.textContent?.length).toBeLessThan(3_000);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(container.querySelector("bdi")?.textContent).toBe(hiding.text);
  await user.click(screen.getByRole("button", { name: "Show less" }));
  expect(container.textContent?.length).toBeLessThan(3_000);
});

// Proves S-41.
it("what is cut off does not conceal how much is hidden", async () => {
  const text = `${"plain ".repeat(1_000)}${written}`;
  const { container } = render(<LongText value={{ text, hidden: 1 }} />);
  expect(container).not.toHaveTextContent(written);
  expect(screen.getByText("1 hidden character")).toBeVisible();
  expect(container.querySelector(".clamped")).not.toHaveTextContent("hidden character");
});

// Proves F-24.
it("marks are as many as a page can bear and nothing is lost beyond them", () => {
  const { container } = render(<ForeignText value={hiding} />);
  expect(marks(container)).toBeGreaterThan(500);
  expect(marks(container)).toBeLessThanOrEqual(1_000);
  expect(container.querySelector("bdi")?.textContent).toBe(hiding.text);
  expect(screen.getByText("20,000 hidden characters")).toBeVisible();
});

it("escapes that stand together are marked together", () => {
  const { container } = render(
    <ForeignText value={{ text: `a${written}${written}b${written}`, hidden: 3 }} />,
  );
  expect(marks(container)).toBe(2);
  expect(container).toHaveTextContent(`a${written}${written}b${written}`);
});

// Proves S-41.
it("what only looks like an escape is not marked however long the text is", () => {
  const { container } = render(<ForeignText value={{ text: hiding.text, hidden: 0 }} />);
  expect(marks(container)).toBe(0);
  expect(container).toHaveTextContent("gnp.exe");
});
