import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Boundary } from "../app/Boundary";
import { Theme } from "../theme/Theme";
import { type Later, later, useLater } from "./later";

function Place(props: { part: Later<object> }) {
  const Part = useLater(props.part);
  return Part ? <Part /> : <p>not yet</p>;
}

const Words = () => <p>there it is</p>;

it("reads a part once what is there was drawn, and once for all who show it", async () => {
  const file = vi.fn(async () => Words);
  const part = later<object>(file);
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

it("shows a part that was read before with the first paint", async () => {
  const part = later<object>(async () => Words);
  await part.read();
  render(<Place part={part} />);
  expect(screen.getByText("there it is")).toBeInTheDocument();
});

it("says that a part cannot be shown, and reads it again when told to", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const file = vi.fn(async () => Words).mockRejectedValueOnce(new Error("not there"));
  const part = later<object>(file);
  render(
    <Theme appearance="light" still>
      <Boundary what="The palette">
        <Place part={part} />
      </Boundary>
    </Theme>,
  );
  expect(await screen.findByText("The palette cannot be shown")).toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("there it is")).toBeInTheDocument();
  expect(file).toHaveBeenCalledTimes(2);
});
