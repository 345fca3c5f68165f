import { expect, it } from "vitest";

const sources = import.meta.glob(["/src/**/*.{ts,tsx}", "!/src/**/*.test.*", "!/src/platform/fakeHost/**"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

/** What the gate takes from the window around it comes through here. */
const EDGE = "/src/app/gate/session.ts";

/** The file that an import names, from the file that it is in. */
function fileOf(from: string, name: string): string {
  const path = new URL(name, `file://${from}`).pathname;
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((it) => it in sources);
  if (found === undefined) {
    throw new Error(`${from} imports ${name}, which is not there`);
  }
  return found;
}

/** Every file and package that is imported from here on, now or later; what is a type alone is not. */
function graph(first: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([first]);
  const packages = new Set<string>();
  for (const file of files) {
    const source = (sources[file] ?? "").replace(/\b(import|export) type [^;]*;/g, "");
    const names = file === EDGE ? [] : source.matchAll(/(?:\bfrom |\bimport |\bimport\()"([^"]+)"/g);
    for (const [, name = ""] of names) {
      if (!name.startsWith(".")) {
        packages.add(name);
      } else if (!name.endsWith(".css")) {
        files.add(fileOf(file, name));
      }
    }
  }
  return { files, packages };
}

it("the gate is drawn without Markdown, queries, long lists, rooms and addresses", () => {
  const { files, packages } = graph("/src/app/gate/Gate.tsx");
  expect(files).toContain(EDGE);
  expect(files).toContain("/src/app/gate/sampling/Parts.tsx");
  expect([...packages].filter((it) => !["@mantine/core", "@mantine/hooks", "react"].includes(it))).toEqual(
    [],
  );
  const may = /^\/src\/(app\/gate|elements|words)\/|^\/src\/(json|shortcuts|platform\/platform)\.ts$/;
  expect([...files].filter((it) => !may.test(it) || it === "/src/elements/index.ts")).toEqual([]);
});
