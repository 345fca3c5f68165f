import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";
import { locale, offer, speak } from "../l10n";

const catalogues = (files: Record<string, string>) => Object.values(files);
const english = catalogues(
  import.meta.glob<string>("../l10n/en/*.ftl", { query: "?raw", import: "default", eager: true }),
);
const chinese = catalogues(
  import.meta.glob<string>("../l10n/zh-CN/*.ftl", { query: "?raw", import: "default", eager: true }),
);

// After the test's own modules were read: a sentence that one of them makes as it is read would stay in its language.
beforeAll(() => offer({ en: () => english, "zh-CN": () => chinese }));

// How long a test waits for something to appear, on a machine that does other things too.
configure({ asyncUtilTimeout: 15_000 });

afterEach(async () => {
  cleanup();
  if (locale() !== "en") {
    await speak("en");
  }
  window.location.hash = "";
});

// What jsdom does not have and Mantine asks for.
window.matchMedia = ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})) as typeof window.matchMedia;

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = NoObserver as unknown as typeof ResizeObserver;
window.HTMLElement.prototype.scrollIntoView = () => {};
window.HTMLElement.prototype.scrollTo = (() => {}) as typeof HTMLElement.prototype.scrollTo;
Object.defineProperty(document, "fonts", {
  value: { addEventListener: () => {}, removeEventListener: () => {}, ready: Promise.resolve() },
});
HTMLCanvasElement.prototype.getContext = (() => null) as typeof HTMLCanvasElement.prototype.getContext;
