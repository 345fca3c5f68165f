import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { show } from "../test/show";
import { Boundary } from "./Boundary";

let broken = true;

function Part() {
  if (broken) {
    throw new Error("broken");
  }
  return <p>drawn</p>;
}

describe("a part that cannot be drawn", () => {
  it("says so, leaves the rest, and can be tried again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { user } = await show(
      <>
        <p>the rest</p>
        <Boundary part="room">
          <Part />
        </Boundary>
      </>,
    );
    expect(screen.getByRole("heading", { name: "This page cannot be shown" })).toBeInTheDocument();
    expect(screen.getByText("the rest")).toBeInTheDocument();
    broken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("drawn")).toBeInTheDocument();
  });
});
