import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/**
 * Everything the window needs comes from files of its own: nothing is inlined as `data:`, no polyfill is put
 * into the page, so that the content security policy needs no exception (S-23).
 */
export default defineConfig({
  plugins: [react()],
  base: "./",
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: ["es2022", "safari16"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: { modules: { classNameStrategy: "non-scoped" } },
    restoreMocks: true,
    testTimeout: 20_000,
    env: { DEBUG_PRINT_LIMIT: "0" },
  },
});
