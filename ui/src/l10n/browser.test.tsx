import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Locale } from "../bindings/host";
import { browserLanguage, useWantedLanguage } from "./browser";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ["zh-CN", "zh-CN"],
  ["zh-Hans-SG", "zh-CN"],
  ["zh", "zh-CN"],
  ["en-US", "en"],
  ["de", "en"],
  ["", "en"],
])("a browser in “%s” is spoken to in %s", (language, spoken) => {
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);
  expect(browserLanguage()).toBe(spoken);
});

it("speaks the last language of the host, and without one that of the browser", () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("zh-CN");
  const told = renderHook(({ told, failed }) => useWantedLanguage(told, failed), {
    initialProps: { told: null as Locale | null, failed: false },
  });
  expect(told.result.current).toBeNull();
  told.rerender({ told: null, failed: true });
  expect(told.result.current).toBe("zh-CN");
  told.rerender({ told: "en", failed: false });
  told.rerender({ told: null, failed: true });
  expect(told.result.current).toBe("en");
});
