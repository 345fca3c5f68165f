import { describe, expect, it } from "vitest";
import { launchRequest, newToolRequest, writeRequest } from "../platform/fakeHost/requests";
import { Gateway } from "./gateway";

const first = writeRequest("call");
const second = newToolRequest();
const third = launchRequest();

describe("which request is in front of the person", () => {
  it("shows the first that waits", () => {
    expect(new Gateway().choose([first, second])?.id).toBe(first.id);
    expect(new Gateway().choose([])).toBeNull();
  });

  // Proves S-33.
  it("keeps the shown one when another is put before it", () => {
    const gateway = new Gateway();
    gateway.choose([second]);
    expect(gateway.choose([first, second])?.id).toBe(second.id);
  });

  it("shows the next after an answer", () => {
    const gateway = new Gateway();
    gateway.choose([first, second]);
    expect(gateway.choose([second])?.id).toBe(second.id);
  });

  it("does not remember for good what was closed", () => {
    const gateway = new Gateway();
    for (let turn = 0; turn < 100; turn += 1) {
      const request = { ...first, id: `${turn}` };
      gateway.choose([request]);
      gateway.drop(request);
      expect(gateway.choose([request])).toBeNull();
      expect(gateway.choose([])).toBeNull();
    }
    expect(gateway.closed).toBe(0);
  });

  it("stays away after it was left, until something new waits", () => {
    const gateway = new Gateway();
    gateway.choose([first, second]);
    gateway.leave([first, second]);
    expect(gateway.choose([first, second])).toBeNull();
    expect(gateway.choose([second])).toBeNull();
    expect(gateway.choose([second, third])?.id).toBe(third.id);
    expect(gateway.choose([second])).toBeNull();
  });

  it("opens the one that the person chose, and then the others", () => {
    const gateway = new Gateway();
    gateway.leave([first, second]);
    gateway.open(second.id);
    expect(gateway.choose([first, second])?.id).toBe(second.id);
    expect(gateway.choose([first])?.id).toBe(first.id);
  });

  it("opens one that is not known to wait yet, as soon as it is", () => {
    const gateway = new Gateway();
    gateway.choose([first]);
    gateway.open(third.id);
    gateway.choose([first]);
    expect(gateway.choose([first, third])?.id).toBe(third.id);
  });

  // Proves S-39.
  it("drops one that is no longer this one, and takes it back when it changed", () => {
    const gateway = new Gateway();
    gateway.choose([first]);
    gateway.drop(first);
    expect(gateway.choose([first])).toBeNull();
    expect(gateway.choose([{ ...first, nonce: "another" }])?.id).toBe(first.id);
  });
});
