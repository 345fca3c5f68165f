import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ForeignText } from "./ForeignText";
import { LongText } from "./LongText";

const written = "⟨U+202E⟩";
const hiding = { text: `${written}gnp.exe `.repeat(20_000), hidden: 20_000 };

const marks = (container: HTMLElement) => container.querySelectorAll(".escape").length;

it("f24_of_a_long_text_only_the_beginning_is_in_the_page_until_all_is_asked_for", async () => {
  const { container } = render(<LongText value={hiding} />);
  expect(container.textContent?.length).toBeLessThan(3_000);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(container.querySelector("bdi")?.textContent).toBe(hiding.text);
  await user.click(screen.getByRole("button", { name: "Show less" }));
  expect(container.textContent?.length).toBeLessThan(3_000);
});

it("s41_what_is_cut_off_does_not_conceal_how_much_is_hidden", async () => {
  const text = `${"plain ".repeat(1_000)}${written}`;
  const { container } = render(<LongText value={{ text, hidden: 1 }} />);
  expect(container).not.toHaveTextContent(written);
  expect(screen.getByText("1 hidden character")).toBeVisible();
  expect(container.querySelector(".clamped")).not.toHaveTextContent("hidden character");
});

it("f24_marks_are_as_many_as_a_page_can_bear_and_nothing_is_lost_beyond_them", () => {
  const { container } = render(<ForeignText value={hiding} />);
  expect(marks(container)).toBeGreaterThan(500);
  expect(marks(container)).toBeLessThanOrEqual(1_000);
  expect(container.querySelector("bdi")?.textContent).toBe(hiding.text);
  expect(screen.getByText("20,000 hidden characters")).toBeVisible();
});

it("escapes_that_stand_together_are_marked_together", () => {
  const { container } = render(
    <ForeignText value={{ text: `a${written}${written}b${written}`, hidden: 3 }} />,
  );
  expect(marks(container)).toBe(2);
  expect(container).toHaveTextContent(`a${written}${written}b${written}`);
});

it("s41_what_only_looks_like_an_escape_is_not_marked_however_long_the_text_is", () => {
  const { container } = render(<ForeignText value={{ text: hiding.text, hidden: 0 }} />);
  expect(marks(container)).toBe(0);
  expect(container).toHaveTextContent("gnp.exe");
});
