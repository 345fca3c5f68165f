import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, Suspense } from "react";
import { expect, it, vi } from "vitest";
import { Theme } from "../theme/Theme";
import { Boundary } from "./Boundary";
import { lazyComponent } from "./lazyComponent";

function Place({ part: Part }: { part: ComponentType<object> }) {
  return (
    <Suspense fallback={<p>not yet</p>}>
      <Part />
    </Suspense>
  );
}

const Words = () => <p>there it is</p>;

it("loads a part once what is there was drawn, and once for all who show it", async () => {
  const file = vi.fn(async () => Words);
  const part = lazyComponent<object>(file);
  render(
    <>
      <Place part={part} />
      <Place part={part} />
    </>,
  );
  expect(screen.getAllByText("not yet")).toHaveLength(2);
  expect(file).not.toHaveBeenCalled();
  expect(await screen.findAllByText("there it is")).toHaveLength(2);
  expect(file).toHaveBeenCalledTimes(1);
});

it("shows a part that was loaded before with the first paint", async () => {
  const part = lazyComponent<object>(async () => Words);
  await part.preload();
  render(<Place part={part} />);
  expect(screen.getByText("there it is")).toBeInTheDocument();
});

it("says that a part cannot be shown, and loads it again when told to", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const file = vi.fn(async () => Words).mockRejectedValueOnce(new Error("not there"));
  const part = lazyComponent<object>(file);
  render(
    <Theme appearance="light" still>
      <Boundary part="palette">
        <Place part={part} />
      </Boundary>
    </Theme>,
  );
  expect(await screen.findByText("The command palette cannot be shown")).toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("there it is")).toBeInTheDocument();
  expect(file).toHaveBeenCalledTimes(2);
});

it("is not taken out and put in again once it was loaded", async () => {
  const part = lazyComponent<object>(async () => Words);
  const { rerender } = render(<Place part={part} />);
  const first = await screen.findByText("there it is");
  rerender(<Place part={part} />);
  expect(screen.getByText("there it is")).toBe(first);
});
