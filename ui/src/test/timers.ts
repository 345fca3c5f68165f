import { afterEach, beforeEach, vi } from "vitest";

/** Has the tests of this file run with fake timers, which go on only when told to. */
export function withFakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: false });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}
