import type { SuggestedServer } from "../../bindings/host";
import { command, draftOf } from "./make";

const usual = {
  publisher: "Model Context Protocol",
  source: "https://github.com/modelcontextprotocol/servers",
  registry: "npm",
  version: "2026.8.31",
  runtime: "Node.js",
  installed: true,
  install: { kind: "page", url: "https://nodejs.org/en/download" },
  needs: [{ kind: "folder" }],
  folder_use: null,
} satisfies Partial<SuggestedServer>;

/** A few of the list of the host: one with a folder, one with a key, one in a variable, one whose runtime is missing. */
export const SUGGESTED: SuggestedServer[] = [
  {
    ...usual,
    id: "filesystem",
    name: "Filesystem",
    package: "@modelcontextprotocol/server-filesystem",
    purpose: "Reads, writes, moves and searches files in one folder.",
    folder_use: "The server can read and change everything in it.",
    draft: draftOf(
      "Filesystem",
      command("npx", "-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "{folder}"),
    ),
  },
  {
    ...usual,
    id: "memory",
    name: "Memory",
    package: "@modelcontextprotocol/server-memory",
    purpose: "Remembers facts across conversations in a file on this computer.",
    folder_use: "The server keeps its file memory.jsonl in it.",
    draft: draftOf("Memory", command("npx", "-y", "@modelcontextprotocol/server-memory@2026.8.31"), {
      environment: [{ name: "MEMORY_FILE_PATH", value: "{folder}/memory.jsonl", secret: false }],
    }),
  },
  {
    ...usual,
    id: "brave-search",
    name: "Brave Search",
    publisher: "Brave",
    source: "https://github.com/brave/brave-search-mcp-server",
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    purpose: "Searches the web, news, images and places with Brave Search.",
    needs: [{ kind: "key", variable: "BRAVE_API_KEY", page: "https://brave.com/search/api/" }],
    draft: draftOf("Brave Search", command("npx", "-y", "@brave/brave-search-mcp-server@2.1.4")),
  },
  {
    ...usual,
    id: "time",
    name: "Time",
    registry: "PyPI",
    package: "mcp-server-time",
    version: "2026.10.19",
    purpose: "Tells the time and converts between time zones.",
    runtime: "uv",
    installed: false,
    install: { kind: "command", command: "brew install uv" },
    needs: [],
    draft: draftOf("Time", command("uvx", "mcp-server-time==2026.10.19")),
  },
];
