import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { go, to, useRoute } from "./route";

describe("the address", () => {
  it("carries names of any kind", () => {
    const name = "a/b ⟨ä⟩ %2F?#";
    window.location.hash = to("servers", "srv", "tools", name);
    const { result } = renderHook(() => useRoute());
    expect(result.current).toEqual({ room: "servers", path: ["srv", "tools", name] });
  });

  it("falls back to the chat", () => {
    window.location.hash = "#/nowhere/x";
    const { result } = renderHook(() => useRoute());
    expect(result.current.room).toBe("chat");
  });

  it("survives what cannot be decoded", () => {
    window.location.hash = "#/servers/%E0%A4%A";
    const { result } = renderHook(() => useRoute());
    expect(result.current.path).toEqual(["%E0%A4%A"]);
  });

  it("follows", async () => {
    const { result } = renderHook(() => useRoute());
    await act(async () => {
      go("activity", "7");
      window.dispatchEvent(new HashChangeEvent("hashchange"));
    });
    expect(result.current).toEqual({ room: "activity", path: ["7"] });
  });
});
