import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Fails a build that contains the fake host of the tests. */
function withoutFakeHost(): Plugin {
  return {
    name: "without-fake-host",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk" && part.moduleIds.some((id) => id.includes("/platform/fakeHost/"))) {
          this.error(`${part.fileName} contains the fake host`);
        }
      }
    },
  };
}

/** Fails a build in which a part of Mantine is used whose sheet the page does not have. */
function withItsSheet(): Plugin {
  return {
    name: "with-its-sheet",
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
      for (const id of all) {
        const sheet = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
        if (sheet && !all.some((it) => it.endsWith(`/${sheet}.layer.css`))) {
          this.error(`the parts of this page (src/theme) do not name the sheet of ${sheet}`);
        }
      }
    },
  };
}

/** Fails a build in which a class is used that its sheet does not have. */
function withItsClasses(): Plugin {
  const sheets = new Map<string, string>();
  const sources = new Map<string, string>();
  return {
    name: "with-its-classes",
    enforce: "pre",
    transform(code, id) {
      const path = id.split("?")[0] ?? id;
      if (path.endsWith(".module.css")) {
        sheets.set(path, code);
      } else if (/\/src\/.*\.tsx?$/.test(path)) {
        sources.set(path, code);
      }
    },
    buildEnd() {
      for (const [path, code] of sources) {
        for (const [, name = "", from = ""] of code.matchAll(/import (\w+) from "(\..+\.module\.css)"/g)) {
          const sheet = sheets.get(new URL(from, `file://${path}`).pathname);
          for (const [, used = ""] of code.matchAll(new RegExp(`\\b${name}\\.(?!module\\b)(\\w+)`, "g"))) {
            if (!new RegExp(`\\.${used}\\b`).test(sheet ?? "")) {
              this.error(`${path} uses the class ${used}, which ${from} does not have`);
            }
          }
        }
      }
    },
  };
}

/**
 * Writes what is not ASCII as escapes, which mean the same. One typographic quotation mark, and the engine keeps the whole file
 * in twice the memory and takes longer to read it.
 */
function inAscii(): Plugin {
  return {
    name: "in-ascii",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") {
          part.code = part.code.replace(
            /[^\0-\x7f]/g,
            (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
          );
        }
      }
    },
  };
}

/** Fails a build in which the worker that draws begins with anything else than what takes the network from it. */
function withoutNetwork(): Plugin {
  return {
    name: "without-network",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type === "chunk") {
          const own = part.moduleIds.filter((id) => id.includes("/src/"));
          if (!own[0]?.endsWith("/diagrams/workerScope.ts")) {
            this.error(`${part.fileName} does not begin with src/diagrams/workerScope.ts`);
          }
        }
      }
    },
  };
}

/**
 * Names the file of the first question before that of the window: it is asked while the larger one is still being read. Fails a
 * build without such a file.
 */
function askFirst(): Plugin {
  return {
    name: "ask-first",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const ask = Object.values(bundle ?? {}).find((part) => part.type === "chunk" && part.name === "ask");
        if (!bundle) {
          return html;
        }
        if (!ask) {
          throw new Error("nothing asks the host before the window's file is read");
        }
        const first = `<script type="module" crossorigin src="./${ask.fileName}"></script>\n    `;
        return html.replace('<script type="module"', `${first}<script type="module"`);
      },
    },
  };
}

/**
 * The pages, what each asks the host first, and what must not be in the build of each: what the main page draws is foreign, and
 * only the gate answers (S-26).
 */
const pages = {
  main: {
    input: "index.html",
    ask: /src\/platform\/(attach|tauri|invoke)\.ts$|@tauri-apps/,
    never: /\/src\/(gate\/|l10n\/.*gate)/,
  },
  gate: {
    input: "gate.html",
    ask: /src\/(gate\/(attach|platform)|platform\/invoke)\.ts$|@tauri-apps/,
    never:
      /\/src\/((app|features|store|calls|diagrams)\/|(l10n\/)?main|(drafts|route)\.)|\/(@tanstack|react-markdown|@mantine\/spotlight)\//,
  },
};

/** Fails a build with code in it that is the other page's. */
function without(never: RegExp): Plugin {
  return {
    name: "without-the-other-page",
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        const wrong = part.type === "chunk" ? part.moduleIds.find((id) => never.test(id)) : undefined;
        if (wrong) {
          this.error(`${part.fileName} contains ${wrong}, which is the other page's`);
        }
      }
    },
  };
}

/**
 * Each page is built by itself (`--mode gate` for that one, which is first and empties the folder), so that its first file holds
 * what it needs and no more; they share nothing.
 *
 * Everything a page needs comes from files of its own: nothing is inlined as `data:`, no polyfill is put
 * into the page, so that the content security policy needs no exception (S-23).
 */
export default defineConfig(({ mode }) => {
  const page = mode === "gate" ? pages.gate : pages.main;
  return {
    plugins: [
      react(),
      withoutFakeHost(),
      withItsSheet(),
      withItsClasses(),
      inAscii(),
      askFirst(),
      without(page.never),
    ],
    worker: { format: "es", plugins: () => [inAscii(), withoutNetwork()] },
    base: "./",
    clearScreen: false,
    server: { port: 5173, strictPort: true },
    build: {
      emptyOutDir: page === pages.gate,
      target: ["es2022", "safari16"],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      // What the first paint needs is one file: each more is one more request to the process of the window. What asks the
      // host is read before it.
      rolldownOptions: {
        input: page.input,
        output: {
          codeSplitting: {
            groups: [
              { name: "ask", test: page.ask, priority: 1 },
              { name: "first", tags: ["$initial"] },
            ],
          },
        },
      },
    },
    test: {
      // Only what draws is tested in a page: making one takes longer than most of the tests without it.
      projects: [
        {
          extends: true,
          test: {
            name: "page",
            include: ["src/**/*.test.tsx"],
            environment: "jsdom",
            setupFiles: ["src/test/words.ts", "src/test/page.ts"],
          },
        },
        {
          extends: true,
          test: {
            name: "plain",
            include: ["src/**/*.test.ts"],
            environment: "node",
            setupFiles: ["src/test/plain.ts", "src/test/words.ts"],
          },
        },
      ],
      css: { modules: { classNameStrategy: "non-scoped" } },
      restoreMocks: true,
      testTimeout: 60_000,
      // What is loaded before the tests of a file is compiled then.
      hookTimeout: 60_000,
      // Vitest leaves one core free, and on two that is half of the machine.
      maxWorkers: "100%",
      env: { DEBUG_PRINT_LIMIT: "0" },
    },
  };
});
