import { describe, expect, it } from "vitest";

const sources = import.meta.glob(
  ["../**/*.tsx", "../**/*.ts", "!../**/*.test.*", "!../bindings/**", "!../platform/fakeHost/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
) as Record<string, string>;

const chinese = Object.entries(
  import.meta.glob("../l10n/zh-CN/*.ftl", { query: "?raw", import: "default", eager: true }) as Record<
    string,
    string
  >,
);

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

  // The English sentences are looked at where the catalogues are: here is what one word in the code could say, and Chinese.
  // Proves S-45.
  it("never says safe, verified or oops", () => {
    expect(files((source) => /\b(safe|verified|oops)\b/i.test(words(source)))).toEqual([]);
    const praise = /(?<!不)(安全|可信)|已(验证|核实)/;
    const said = chinese.flatMap(([, source]) => source.split("\n").filter((line) => praise.test(line)));
    expect(said).toEqual([]);
  });

  // Proves S-22.
  it("makes no markup from text", () => {
    const markup =
      /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|rehype-?raw|new Function|\beval\(|document\.write/i;
    expect(files((source) => markup.test(words(source)))).toEqual([]);
  });
});

const features = Object.keys(import.meta.glob("../features/*/index.*")).map((it) => it.split("/")[2]);
const biome = Object.values(
  import.meta.glob("../../biome.json", { query: "?raw", import: "default", eager: true }),
).join();

describe("the house", () => {
  it("the layers name every feature", () => {
    expect(features.length).toBeGreaterThan(5);
    expect(features.filter((it) => !new RegExp(`features[\\w,]*\\b${it}\\b`).test(biome))).toEqual([]);
  });
});
