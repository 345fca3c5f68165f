import { act, render, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SettingsRoom } from "./features/settings/SettingsRoom";
import { newToolRequest } from "./platform/fakeHost/requests";
import {
  isHandled,
  keysOf,
  listedShortcuts,
  type ShortcutId,
  shortcuts,
  useLayer,
  useShortcut,
} from "./shortcuts";
import { show, showApp } from "./test/show";

const ids = Object.keys(shortcuts) as ShortcutId[];

describe("the registry of shortcuts", () => {
  it("has a handler for every row, where the row says", async () => {
    const everywhere = ids.filter((id) => shortcuts[id].where === "everywhere");
    const places: [string, object, ShortcutId[]][] = [
      ["#/tasks", { waiting: [newToolRequest()] }, [...everywhere, "allow", "deny", "later"]],
      ["#/tasks", { waiting: [newToolRequest()] }, [...everywhere, "next", "later"]],
      ["#/servers/srv-files/tools/list_directory", {}, [...everywhere, "run"]],
    ];
    for (const [at, options, expected] of places) {
      const { unmount, fake } = await showApp(at, options);
      if (expected.includes("next")) {
        await act(async () => fake.end("req-issue", "withdrawn"));
      }
      await waitFor(() => expect(ids.filter(isHandled).toSorted()).toEqual(expected.toSorted()));
      unmount();
      expect(ids.filter(isHandled)).toEqual([]);
    }
    expect(new Set(places.flatMap(([, , expected]) => expected))).toEqual(new Set(ids));
  });

  it("names the keys as the computer does", () => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue("Linux x86_64");
    expect(keysOf("run")).toEqual(["Ctrl", "↵"]);
    vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    expect(keysOf("run")).toEqual(["⌘", "↵"]);
  });

  it("leaves Ctrl to the fields of a Mac, and to no key without it", () => {
    const ran: string[] = [];
    const Keys = () => {
      useLayer("gate");
      useShortcut("conversation", () => ran.push("conversation"));
      useShortcut("allow", () => ran.push("allow"));
      return null;
    };
    render(<Keys />);
    const press = (key: string, more: KeyboardEventInit) => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
      act(() => void document.body.dispatchEvent(event));
      return event.defaultPrevented;
    };
    const platform = vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    // No field had the focus before this one: A would answer.
    expect(press("a", { ctrlKey: true })).toBe(false);
    expect(press("n", { ctrlKey: true })).toBe(false);
    expect(press("n", { ctrlKey: true, metaKey: true })).toBe(false);
    expect(ran).toEqual([]);
    expect(press("n", { metaKey: true })).toBe(true);
    platform.mockReturnValue("Linux x86_64");
    expect(press("n", { ctrlKey: true })).toBe(true);
    expect(ran).toEqual(["conversation", "conversation"]);
  });

  it("is what the settings list, with the keys to press", async () => {
    const { container } = await show(<SettingsRoom path={[]} />);
    const listed = [...container.querySelectorAll("dl > div")].map((row) => [
      row.querySelector("dd")?.textContent,
      [...row.querySelectorAll("kbd")].map((key) => key.textContent),
    ]);
    const pressed = listedShortcuts().map(({ keys, words }) => [words, keys]);
    expect(pressed).toHaveLength(ids.filter((id) => keysOf(id).length > 0).length);
    expect(listed).toEqual(expect.arrayContaining(pressed));
  });

  it("gives a key to the uppermost layer alone", () => {
    const ran: string[] = [];
    const Gate = () => {
      useLayer("gate");
      useShortcut("later", () => ran.push("later"));
      return null;
    };
    const Above = () => {
      useLayer("palette");
      return null;
    };
    const press = () =>
      act(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
    const { rerender } = render([<Gate key="gate" />, <Above key="above" />]);
    press();
    expect(ran).toEqual([]);
    rerender([<Gate key="gate" />]);
    press();
    expect(ran).toEqual(["later"]);
  });
});
