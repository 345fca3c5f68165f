import { afterEach, beforeAll } from "vitest";
import { locale, offer, speak } from "../l10n/open";

const catalogues = (files: Record<string, string>) => Object.values(files);
const english = catalogues(
  import.meta.glob<string>("../l10n/en/*.ftl", { query: "?raw", import: "default", eager: true }),
);
const chinese = catalogues(
  import.meta.glob<string>("../l10n/zh-CN/*.ftl", { query: "?raw", import: "default", eager: true }),
);

// After the test's own modules were read: a sentence that one of them makes as it is read would stay in its language.
beforeAll(() => offer({ en: () => english, "zh-CN": () => chinese }));

afterEach(async () => {
  if (locale() !== "en") {
    await speak("en");
  }
});
