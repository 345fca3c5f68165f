import { act, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useOverflow } from "../elements/useOverflow";

/** A sheet of 100 px whose content is as high as it is told. */
function Sheet(props: { height: number }) {
  const below = useOverflow();
  return (
    <>
      <div
        data-testid="box"
        ref={(it) => {
          if (it) {
            Object.defineProperty(it, "scrollHeight", { value: props.height, configurable: true });
            Object.defineProperty(it, "clientHeight", { value: 100, configurable: true });
          }
          below.box.current = it;
        }}
        onScroll={below.look}
      />
      {below.more ? (
        <button type="button" onClick={below.down}>
          More below
        </button>
      ) : null}
    </>
  );
}

const marker = () => screen.queryByRole("button", { name: "More below" });

// Proves S-10.
describe("what lies below the end of the sheet", () => {
  it("has a marker until it was reached", async () => {
    const { rerender } = render(<Sheet height={100} />);
    expect(marker()).toBeNull();
    rerender(<Sheet height={150} />);
    expect(marker()).not.toBeNull();
    await act(async () => marker()?.click());
    expect(screen.getByTestId("box").scrollTop).toBe(80);
    expect(marker()).toBeNull();
  });
});
