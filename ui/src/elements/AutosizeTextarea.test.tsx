import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Theme } from "../theme/Theme";
import { AutosizeTextarea, WRITTEN } from "./AutosizeTextarea";

function Field() {
  const [text, setText] = useState("");
  const [, setCount] = useState(0);
  return (
    <Theme appearance="light">
      <AutosizeTextarea
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

test("a text is measured when it changes, a long one never, and not for other changes", () => {
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

test("a paste that does not fit is refused in words, one that replaces enough is taken", async () => {
  const user = userEvent.setup();
  render(<Field />);
  const field = screen.getByLabelText<HTMLTextAreaElement>("Words");
  await user.click(field);
  await user.paste("a word");
  await user.paste("x".repeat(WRITTEN - 5));
  expect(field).toHaveValue("a word");
  expect(screen.getByText(/^Not pasted. This field takes up to 100,000 characters/)).toBeVisible();
  field.setSelectionRange(0, 6);
  await user.paste("x".repeat(WRITTEN));
  expect(field.value).toHaveLength(WRITTEN);
  expect(screen.queryByText(/Not pasted/)).toBeNull();
});
