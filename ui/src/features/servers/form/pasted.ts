/**
 * Reads a pasted `{"mcpServers": …}` with one server into the form, and nothing else: it fills fields, the review
 * comes after. What it does not know it refuses as a whole instead of dropping it (S-09).
 */

import { formats, say } from "../../../l10n";
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
    return { refused: say("servers-form-pasted-incomplete") };
  }
  const servers = isRecord(whole) ? whole.mcpServers : undefined;
  if (!isRecord(servers)) return null;
  const entries = Object.entries(servers);
  const [entry] = entries;
  if (entry === undefined) return { refused: say("servers-form-pasted-empty") };
  if (entries.length > 1) return { refused: say("servers-form-pasted-several", { count: entries.length }) };
  return readServer(entry[0], entry[1]);
}

function readServer(label: string, server: unknown): Pasted {
  if (!isRecord(server)) return { refused: say("servers-form-pasted-no-object", { name: label }) };
  const unknown = Object.keys(server).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) {
    const names = new Intl.ListFormat(formats()).format(unknown.map((key) => `“${key}”`));
    return { refused: say("servers-form-pasted-unsupported", { count: unknown.length, names }) };
  }
  const { command, args, cwd, url } = server;
  const environment = pairs(server.env);
  const headers = pairs(server.headers);
  const list = args === undefined ? [] : args;
  if (!Array.isArray(list) || !list.every((entry): entry is string => typeof entry === "string"))
    return wrong("args", "list");
  if (environment === null) return wrong("env", "map");
  if (headers === null) return wrong("headers", "map");
  if (cwd !== undefined && typeof cwd !== "string") return wrong("cwd", "string");
  if (environment.length > PAIRS || headers.length > PAIRS)
    return { refused: say("servers-form-pasted-many", { name: label, limit: PAIRS }) };
  const base = { label, environment, headers, folder: cwd ?? null };
  if (typeof url === "string" && command === undefined)
    return { server: { ...base, program: null, arguments: [], url } };
  if (typeof command !== "string" || url !== undefined)
    return { refused: say("servers-form-pasted-command-or-url", { name: label }) };
  const line = list.length === 0 ? commandLine(command) : null;
  if (line === null || line.environment.length > 0)
    return { server: { ...base, program: command, arguments: list, url: null } };
  return { server: { ...base, program: line.program, arguments: line.arguments, url: null } };
}

function wrong(field: string, wanted: "list" | "map" | "string"): Pasted {
  return { refused: say(`servers-form-pasted-${wanted}`, { field }) };
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
