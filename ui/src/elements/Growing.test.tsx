import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Theme } from "../theme/Theme";
import { Growing } from "./Growing";

function Field() {
  const [text, setText] = useState("");
  const [, setCount] = useState(0);
  return (
    <Theme appearance="light">
      <Growing
        aria-label="Words"
        minRows={2}
        maxRows={9}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        Draw anew
      </button>
    </Theme>
  );
}

test("a text is measured when it changes, a long one never, and nothing when something else is drawn", () => {
  const measured = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(40);
  render(<Field />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Words");
  fireEvent.change(field, { target: { value: "a few words" } });
  expect(measured.mock.calls.length).toBeGreaterThan(0);
  expect(field.rows).toBe(2);
  measured.mockClear();
  fireEvent.click(screen.getByText("Draw anew"));
  fireEvent.change(field, { target: { value: "x".repeat(200_000) } });
  fireEvent.click(screen.getByText("Draw anew"));
  expect(measured).not.toHaveBeenCalled();
  expect(field.rows).toBe(9);
  measured.mockRestore();
});
