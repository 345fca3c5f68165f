import { expect, it } from "vitest";

const sources = import.meta.glob(["/src/**/*.{ts,tsx}", "!/src/**/*.test.*", "!/src/platform/fakeHost/**"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

/** The file that an import names, from the file that it is in. */
function fileOf(from: string, name: string): string {
  const path = new URL(name, `file://${from}`).pathname;
  const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`].find(
    (it) => it in sources,
  );
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
    const names = source.matchAll(/(?:\bfrom |\bimport |\bimport\()"([^"]+)"/g);
    for (const [, name = ""] of names) {
      if (name.endsWith(".css")) {
        continue;
      }
      if (name.startsWith(".")) {
        files.add(fileOf(file, name));
      } else {
        packages.add(name);
      }
    }
  }
  return { files, packages };
}

const gate = graph("/src/gate/main.tsx");

// Proves S-26.
it("the page of the gate has no Markdown, queries, long lists and rooms in it", () => {
  expect(gate.files).toContain("/src/gate/sampling/Parts.tsx");
  const drawn = ["@fluent/bundle", "@mantine/core", "@mantine/hooks", "react", "react-dom/client"];
  expect([...gate.packages].filter((it) => !drawn.includes(it))).toEqual(["@tauri-apps/api/core"]);
  const may =
    /^\/src\/(gate|elements|l10n|words|theme)\/|^\/src\/(json|shortcuts|platform\/invoke|platform\/problem)\.ts$/;
  expect([...gate.files].filter((it) => !may.test(it) || it === "/src/elements/index.ts")).toEqual([]);
});

it("the page of the gate reads nothing that the main page can write", () => {
  const shared =
    /localStorage|sessionStorage|indexedDB|BroadcastChannel|SharedWorker|document\.cookie|"storage"/;
  expect([...gate.files].filter((it) => shared.test(sources[it] ?? ""))).toEqual([]);
});

it("the main page has nothing of the gate in it", () => {
  expect([...graph("/src/main.tsx").files].filter((it) => it.startsWith("/src/gate/"))).toEqual([]);
});
