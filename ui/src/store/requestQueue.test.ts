import { describe, expect, it } from "vitest";
import { launchRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { RequestQueue } from "./requestQueue";

const first = writeRequest("call");
const second = newToolRequest();
const third = launchRequest();

describe("which request is in front of the person", () => {
  it("shows the first that waits", () => {
    expect(new RequestQueue().choose([first, second])?.id).toBe(first.id);
    expect(new RequestQueue().choose([])).toBeNull();
  });

  // Proves S-33.
  it("keeps the shown one when another is put before it", () => {
    const queue = new RequestQueue();
    queue.choose([second]);
    expect(queue.choose([first, second])?.id).toBe(second.id);
  });

  it("shows the next after an answer", () => {
    const queue = new RequestQueue();
    queue.choose([first, second]);
    expect(queue.choose([second])?.id).toBe(second.id);
  });

  it("does not remember for good what was closed", () => {
    const queue = new RequestQueue();
    for (let turn = 0; turn < 100; turn += 1) {
      const request = { ...first, id: `${turn}` };
      queue.choose([request]);
      queue.drop(request);
      expect(queue.choose([request])).toBeNull();
      expect(queue.choose([])).toBeNull();
    }
    expect(queue.closed).toBe(0);
  });

  it("stays away after it was left, until something new waits", () => {
    const queue = new RequestQueue();
    queue.choose([first, second]);
    queue.leave([first, second]);
    expect(queue.choose([first, second])).toBeNull();
    expect(queue.choose([second])).toBeNull();
    expect(queue.choose([second, third])?.id).toBe(third.id);
    expect(queue.choose([second])).toBeNull();
  });

  it("opens the one that the person chose, and then the others", () => {
    const queue = new RequestQueue();
    queue.leave([first, second]);
    queue.open(second.id);
    expect(queue.choose([first, second])?.id).toBe(second.id);
    expect(queue.choose([first])?.id).toBe(first.id);
  });

  it("opens one that is not known to wait yet, as soon as it is", () => {
    const queue = new RequestQueue();
    queue.choose([first]);
    queue.open(third.id);
    queue.choose([first]);
    expect(queue.choose([first, third])?.id).toBe(third.id);
  });

  // Proves S-39.
  it("drops one that is no longer this one, and takes it back when it changed", () => {
    const queue = new RequestQueue();
    queue.choose([first]);
    queue.drop(first);
    expect(queue.choose([first])).toBeNull();
    expect(queue.choose([{ ...first, nonce: "another" }])?.id).toBe(first.id);
  });
});
