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
  it("that was read is there at once, and is the same component from then on", async () => {
    const { roomOf } = await import("./rooms");
    const { readAll } = await import("../elements");
    await readAll();
    const { SettingsRoom } = await import("../features/settings");
    expect(roomOf("settings")).toBe(SettingsRoom);
    expect(roomOf("settings")).toBe(SettingsRoom);
  });

  it("that was shown before it was read is not taken out and put in again", async () => {
    const { roomOf } = await import("./rooms");
    const { readAll } = await import("../elements");
    const first = roomOf("activity");
    await readAll();
    expect(roomOf("activity")).toBe(first);
  });

  it("marks its place as busy while it is read", async () => {
    vi.doMock("../features/tasks", () => new Promise(() => {}));
    const { roomOf } = await import("./rooms");
    const Room = roomOf("tasks");
    const { container } = render(
      <Suspense fallback={<div aria-busy="true" />}>
        <Room path={[]} />
      </Suspense>,
    );
    expect(container.querySelector("[aria-busy=true]")).not.toBeNull();
  });
});
