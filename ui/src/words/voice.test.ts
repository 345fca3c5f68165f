import { describe, expect, it } from "vitest";

const sources = import.meta.glob(
  ["../**/*.tsx", "../**/*.ts", "!../**/*.test.*", "!../bindings/**", "!../platform/memory/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
) as Record<string, string>;

/** Words that stand in the source without its comments. */
function words(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
}

/** The files in which something is wrong. */
function files(wrong: (source: string, file: string) => boolean): string[] {
  return Object.entries(sources)
    .filter(([file, source]) => wrong(source, file))
    .map(([file]) => file);
}

describe("the voice", () => {
  it("reads sources", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(40);
  });

  it("s45 never says safe, verified or oops", () => {
    expect(files((source) => /\b(safe|verified|oops)\b/i.test(words(source)))).toEqual([]);
  });

  it("s22 makes no markup from text", () => {
    const markup =
      /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|rehype-?raw|new Function|\beval\(|document\.write/i;
    expect(files((source) => markup.test(words(source)))).toEqual([]);
  });
});

describe("the house", () => {
  it("only the platform imports Tauri", () => {
    const tauri = /from "@tauri-apps/;
    expect(files((source, file) => tauri.test(source) && !file.endsWith("/platform/tauri.ts"))).toEqual([]);
  });

  it("features import neither one another nor the frame", () => {
    const rooms =
      /from "(?:\.\.\/)+(?:features\/)?(chat|servers|waiting|activity|permissions|settings|app)[/"]/g;
    const others = (source: string, file: string) => {
      const own = file.match(/features\/([^/]+)\//)?.[1];
      return own !== undefined && [...source.matchAll(rooms)].some((match) => match[1] !== own);
    };
    expect(files(others)).toEqual([]);
  });

  it("elements import neither the store nor a feature", () => {
    const above = /from "(?:\.\.\/)+(store|features|app)[/"]/;
    // A result fetches its own pieces from the host as they are scrolled to.
    const allowed = /\/ResultView/;
    expect(
      files((source, file) => file.includes("/elements/") && !allowed.test(file) && above.test(source)),
    ).toEqual([]);
  });
});
