import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { useBusyFocus } from "./useBusyFocus";

function Page({ busy }: { busy: boolean }) {
  useBusyFocus();
  return (
    <>
      <button type="button" disabled={busy}>
        Save
      </button>
      <button type="button">Other</button>
    </>
  );
}

/** A page whose button is busy and had the focus, which a web view takes from what is disabled. */
function busyPage() {
  const { rerender } = render(<Page busy={false} />);
  const save = screen.getByRole("button", { name: "Save" });
  act(() => save.focus());
  act(() => save.blur());
  rerender(<Page busy />);
  return { save, ends: () => rerender(<Page busy={false} />) };
}

const settle = () => act(() => new Promise((done) => setTimeout(done, 20)));

it("gives the focus back to the button whose request ended", async () => {
  const { save, ends } = busyPage();
  ends();
  await waitFor(() => expect(save).toHaveFocus());
});

it("leaves the focus where the user put it meanwhile", async () => {
  const { ends } = busyPage();
  const other = screen.getByRole("button", { name: "Other" });
  act(() => other.focus());
  ends();
  await settle();
  expect(other).toHaveFocus();
});

it("leaves the focus on the page that the user pressed meanwhile", async () => {
  const { save, ends } = busyPage();
  fireEvent.pointerDown(document.body);
  ends();
  await settle();
  expect(save).not.toHaveFocus();
});
