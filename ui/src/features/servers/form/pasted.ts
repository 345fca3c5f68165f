/**
 * Reads a pasted `{"mcpServers": …}` with one server into the form, and nothing else: it fills fields, the review
 * comes after. What it does not know it refuses as a whole instead of dropping it (S-09).
 */

import { secretName } from "./secrets";
import { commandLine } from "./tokens";

export interface PastedServer {
  label: string;
  program: string | null;
  arguments: string[];
  folder: string | null;
  url: string | null;
  environment: Pair[];
  headers: Pair[];
}

export interface Pair {
  name: string;
  value: string;
  secret: boolean;
}

export type Pasted = { server: PastedServer } | { refused: string };

/** As many variables or headers as the host takes (`limits::VARIABLES`); each is a row of fields. */
export const PAIRS = 256;

const KNOWN = new Set(["type", "transport", "command", "args", "env", "cwd", "url", "headers"]);

/** `null` when the text is not such a configuration at all. */
export function readConfiguration(text: string): Pasted | null {
  if (!text.trimStart().startsWith("{") || !text.includes("mcpServers")) return null;
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return {
      refused: "This looks like a configuration, but it is not complete JSON. Nothing was filled in.",
    };
  }
  const servers = isRecord(whole) ? whole.mcpServers : undefined;
  if (!isRecord(servers)) return null;
  const entries = Object.entries(servers);
  const [entry] = entries;
  if (entry === undefined) return { refused: "This configuration names no server. Nothing was filled in." };
  if (entries.length > 1)
    return {
      refused: `This configuration names ${entries.length} servers. Paste one at a time; nothing was filled in.`,
    };
  return readServer(entry[0], entry[1]);
}

function readServer(label: string, server: unknown): Pasted {
  if (!isRecord(server)) return { refused: `“${label}” is not written as a server. Nothing was filled in.` };
  const unknown = Object.keys(server).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) {
    const names = unknown.map((key) => `“${key}”`).join(", ");
    return { refused: `${names} cannot be taken over. Nothing was filled in; remove it and paste again.` };
  }
  const { command, args, cwd, url } = server;
  const environment = pairs(server.env);
  const headers = pairs(server.headers);
  const list = args === undefined ? [] : args;
  if (!Array.isArray(list) || !list.every((entry): entry is string => typeof entry === "string"))
    return wrong("args", "a list of texts");
  if (environment === null) return wrong("env", "names with texts");
  if (headers === null) return wrong("headers", "names with texts");
  if (cwd !== undefined && typeof cwd !== "string") return wrong("cwd", "a folder");
  if (environment.length > PAIRS || headers.length > PAIRS)
    return { refused: `“${label}” has more than ${PAIRS} variables or headers. Nothing was filled in.` };
  const base = { label, environment, headers, folder: cwd ?? null };
  if (typeof url === "string" && command === undefined)
    return { server: { ...base, program: null, arguments: [], url } };
  if (typeof command !== "string" || url !== undefined)
    return { refused: `“${label}” needs either a command or an address. Nothing was filled in.` };
  const line = list.length === 0 ? commandLine(command) : null;
  if (line === null || line.environment.length > 0)
    return { server: { ...base, program: command, arguments: list, url: null } };
  return { server: { ...base, program: line.program, arguments: line.arguments, url: null } };
}

function wrong(field: string, wanted: string): Pasted {
  return { refused: `“${field}” should be ${wanted}. Nothing was filled in.` };
}

function pairs(value: unknown): Pair[] | null {
  if (value === undefined) return [];
  if (!isRecord(value)) return null;
  const entries = Object.entries(value);
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === "string")) return null;
  return entries.map(([name, text]) => ({ name, value: text, secret: secretName(name) }));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
