import { render } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.doUnmock("../features/tasks");
});

describe("a room", () => {
  it("marks its place as busy while it is loaded", async () => {
    vi.doMock("../features/tasks", () => new Promise(() => {}));
    const { rooms } = await import("./rooms");
    const Room = rooms.tasks;
    const { container } = render(
      <Suspense fallback={<div aria-busy="true" />}>
        <Room path={[]} />
      </Suspense>,
    );
    expect(container.querySelector("[aria-busy=true]")).not.toBeNull();
  });
});
