import type { SuggestedServer } from "../../bindings/host";
import { command, draftOf } from "./make";

function suggestion(
  id: string,
  name: string,
  endpoint: SuggestedServer["draft"]["endpoint"],
  own: Partial<SuggestedServer> = {},
): SuggestedServer {
  return {
    id,
    name,
    publisher: "Model Context Protocol",
    source: "https://github.com/modelcontextprotocol/servers",
    registry: "npm",
    package: `@modelcontextprotocol/server-${id}`,
    version: "2026.8.31",
    purpose: "Reads, writes, moves and searches files in one folder.",
    runtime: "Node.js",
    installed: true,
    install: { kind: "page", url: "https://nodejs.org/en/download" },
    needs: [{ kind: "folder" }],
    folder_use: null,
    draft: draftOf(name, endpoint),
    ...own,
  };
}

const npx = (what: string, ...more: string[]) => command("npx", "-y", what, ...more);
const memory = npx("@modelcontextprotocol/server-memory@2026.8.31");

/** A few of the list of the host: one with a folder, one with it in a variable, one with a key, one whose runtime is missing. */
export const SUGGESTED: SuggestedServer[] = [
  suggestion(
    "filesystem",
    "Filesystem",
    npx("@modelcontextprotocol/server-filesystem@2026.8.31", "{folder}"),
    { folder_use: "The server can read and change everything in it." },
  ),
  suggestion("memory", "Memory", memory, {
    folder_use: "The server keeps its file memory.jsonl in it.",
    draft: draftOf("Memory", memory, {
      environment: [{ name: "MEMORY_FILE_PATH", value: "{folder}/memory.jsonl", secret: false }],
    }),
  }),
  suggestion("brave-search", "Brave Search", npx("@brave/brave-search-mcp-server@2.1.4"), {
    needs: [{ kind: "key", variable: "BRAVE_API_KEY", page: "https://brave.com/search/api/" }],
  }),
  suggestion("time", "Time", command("uvx", "mcp-server-time==2026.10.19"), {
    runtime: "uv",
    installed: false,
    install: { kind: "command", command: "brew install uv" },
    needs: [],
  }),
];
