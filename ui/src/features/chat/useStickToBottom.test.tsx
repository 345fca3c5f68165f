import { act, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { watchedSizes } from "../../test/heights";
import { useStickToBottom } from "./useStickToBottom";

/** A box of 100 px; its content is as high as it is told. */
function Box(props: { height: number }) {
  const follow = useStickToBottom(props.height);
  return (
    <>
      <div
        data-testid="box"
        ref={(it) => {
          if (it) {
            Object.defineProperty(it, "scrollHeight", { value: props.height, configurable: true });
            Object.defineProperty(it, "clientHeight", { value: 100, configurable: true });
          }
          follow.box.current = it;
        }}
        onScroll={() => follow.onScroll()}
      />
      {follow.behind ? <p>behind</p> : null}
    </>
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const box = () => screen.getByTestId("box");

/** Gives what makes the box so high, and what has the engine tell of it. */
function sized(): { set: (height: number) => void; tell: () => void } {
  return {
    set: (value) => void Object.defineProperty(box(), "clientHeight", { value, configurable: true }),
    tell: watchedSizes(),
  };
}

async function scrollTo(top: number): Promise<void> {
  await act(async () => {
    box().scrollTop = top;
    box().dispatchEvent(new Event("scroll", { bubbles: true }));
  });
}

async function wheel(deltaY: number): Promise<void> {
  await act(async () => {
    box().dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true }));
  });
}

describe("following what is written", () => {
  it("stays at the end", () => {
    const { rerender } = render(<Box height={300} />);
    expect(box().scrollTop).toBe(300);
    rerender(<Box height={500} />);
    expect(box().scrollTop).toBe(500);
  });

  it("does not take the place away from who reads above", async () => {
    const { rerender } = render(<Box height={500} />);
    await scrollTo(40);
    rerender(<Box height={900} />);
    expect(box().scrollTop).toBe(40);
    expect(screen.getByText("behind")).toBeInTheDocument();
  });

  it("lets go at the first turn of the wheel, and follows again from near the end", async () => {
    const { rerender } = render(<Box height={500} />);
    await scrollTo(400);
    await wheel(-4);
    await scrollTo(396);
    await scrollTo(390);
    rerender(<Box height={900} />);
    expect(box().scrollTop).toBe(390);
    expect(screen.getByText("behind")).toBeInTheDocument();
    await wheel(400);
    await scrollTo(790);
    rerender(<Box height={950} />);
    expect(box().scrollTop).toBe(950);
  });

  it("follows again from the end", async () => {
    const { rerender } = render(<Box height={500} />);
    await scrollTo(40);
    await scrollTo(390);
    rerender(<Box height={900} />);
    expect(box().scrollTop).toBe(900);
    expect(screen.queryByText("behind")).toBeNull();
  });

  it("keeps the end in view when the box gets smaller, and a place above it", async () => {
    const { set, tell } = sized();
    render(<Box height={500} />);
    tell();
    await scrollTo(400);
    set(40);
    tell();
    expect(box().scrollTop).toBe(460);
    await scrollTo(200);
    set(20);
    tell();
    expect(box().scrollTop).toBe(200);
  });

  it("keeps it also where the scrolling of before is only told of then", async () => {
    const { set, tell } = sized();
    render(<Box height={500} />);
    tell();
    set(40);
    await scrollTo(400);
    tell();
    expect(box().scrollTop).toBe(460);
  });
});
