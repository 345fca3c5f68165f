import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Fails a production build that contains the in-memory twin of the host. */
function withoutTwin(): Plugin {
  let production = false;
  return {
    name: "without-twin",
    configResolved(config) {
      production = config.command === "build" && config.mode === "production";
    },
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (
          production &&
          part.type === "chunk" &&
          part.moduleIds.some((id) => id.includes("/platform/memory/"))
        ) {
          this.error(`${part.fileName} contains the twin of the host`);
        }
      }
    },
  };
}

/** Fails a build in which a part of Mantine is used whose sheet `theme/parts.ts` does not name. */
function withItsSheet(): Plugin {
  return {
    name: "with-its-sheet",
    generateBundle(_options, bundle) {
      const all = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
      for (const id of all) {
        const sheet = /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1];
        if (sheet && !all.some((it) => it.endsWith(`/${sheet}.layer.css`))) {
          this.error(`theme/parts.ts does not name the sheet of ${sheet}`);
        }
      }
    },
  };
}

/**
 * Everything the window needs comes from files of its own: nothing is inlined as `data:`, no polyfill is put
 * into the page, so that the content security policy needs no exception (S-23).
 */
export default defineConfig({
  plugins: [react(), withoutTwin(), withItsSheet()],
  base: "./",
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: ["es2022", "safari16"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    // What the first paint needs is one file: each more is one more request to the process of the window.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    testTimeout: 20_000,
    // A busy machine can be slower than what a test waits for; what fails twice has failed.
    retry: 1,
    env: { DEBUG_PRINT_LIMIT: "0" },
  },
});
