/**
 * The add form's own state and its way to and from a `ServerDraft`. What the host would refuse for its shape alone
 * is said here at once, next to the field; everything else is the host's to say.
 */
import type { Endpoint, EraChoice, NamedValue, ServerDraft, ServerLimits } from "../../../bindings/host";
import { readArguments, writeArguments } from "./tokens";

export interface Row {
  /** Only for React; never leaves the form. */
  key: number;
  name: string;
  value: string;
  secret: boolean;
  /** A secret that is already in the keychain and was not typed again. */
  stored: boolean;
}

export interface Form {
  by: "command" | "address" | "demo";
  label: string;
  program: string;
  /** As typed; see `readArguments`. */
  arguments: string;
  folder: string;
  url: string;
  environment: Row[];
  headers: Row[];
  era: EraChoice;
  limits: ServerLimits;
}

/** The host's own defaults (`limits.rs`). */
export const LIMITS: ServerLimits = { idle_seconds: 60, total_seconds: 600, message_mib: 16 };

export const EMPTY: Form = {
  by: "command",
  label: "",
  program: "",
  arguments: "",
  folder: "",
  url: "",
  environment: [],
  headers: [],
  era: "auto",
  limits: LIMITS,
};

export type Field =
  | "label"
  | "command"
  | "arguments"
  | "folder"
  | "address"
  | "environment"
  | "headers"
  | "limits";
export type Problems = Partial<Record<Field, string>>;

/** What is missing or cannot be right, by field. `undone`: what did not happen therefore, `added` or `changed`. */
export function problemsOf(form: Form, undone = "added"): Problems {
  const problems: Problems = {};
  const label = form.label.trim();
  if (label === "") problems.label = "Give the server a name of your own.";
  else if ([...label].length > 64) problems.label = "At most 64 characters.";
  if (form.by === "command") {
    if (form.program.trim() === "") problems.command = "Name the program to start.";
    if (readArguments(form.arguments).open) problems.arguments = "A quote is opened and not closed.";
    if (form.folder.trim() !== "" && !/^(\/|~|[A-Za-z]:[\\/]|\\\\)/.test(form.folder.trim()))
      problems.folder = "Give the whole path, from the root.";
    const names = namesProblem(form.environment, "variable");
    if (names !== null) problems.environment = names;
  } else if (form.by === "address") {
    const address = addressProblem(
      form.url.trim(),
      `${label === "" ? "This server" : `“${label}”`} was not ${undone}`,
    );
    if (address !== null) problems.address = address;
    const names = namesProblem(form.headers, "header");
    if (names !== null) problems.headers = names;
  }
  const { idle_seconds, total_seconds, message_mib } = form.limits;
  if (![idle_seconds, total_seconds, message_mib].every((value) => Number.isInteger(value) && value > 0))
    problems.limits = "Limits are whole numbers above zero.";
  return problems;
}

function addressProblem(address: string, undone: string): string | null {
  if (address === "") return "Give the address of the server.";
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return `${undone}: an address begins with https:// or http://. Correct the address.`;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `${undone}: an address begins with https:// or http://. Correct the address.`;
  if (url.username !== "" || url.password !== "")
    return `${undone}: an address cannot carry a name or password. Use a header and mark it as a secret.`;
  return null;
}

function namesProblem(rows: Row[], what: string): string | null {
  const names = rows.filter(isUsed).map((row) => row.name.trim());
  if (names.includes("")) return `Each ${what} needs a name.`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : `The ${what} “${twice}” is there twice.`;
}

function isUsed(row: Row): boolean {
  return row.name.trim() !== "" || row.value !== "";
}

export function toDraft(form: Form): ServerDraft {
  return {
    label: form.label.trim(),
    endpoint: endpointOf(form),
    environment: form.by === "command" ? named(form.environment) : [],
    headers: form.by === "address" ? named(form.headers) : [],
    era: form.era,
    limits: form.limits,
  };
}

function endpointOf(form: Form): Endpoint {
  switch (form.by) {
    case "command":
      return {
        kind: "command",
        program: form.program.trim(),
        arguments: readArguments(form.arguments).tokens,
        folder: form.folder.trim() || null,
      };
    case "address":
      return { kind: "address", url: form.url.trim() };
    case "demo":
      return { kind: "demo" };
  }
}

function named(rows: Row[]): NamedValue[] {
  return rows.filter(isUsed).map((row) => ({
    name: row.name.trim(),
    value: row.stored && row.secret ? null : row.value,
    secret: row.secret,
  }));
}

let lastKey = 0;

export function newRow(row: Partial<Omit<Row, "key">> = {}): Row {
  lastKey += 1;
  return { key: lastKey, name: "", value: "", secret: false, stored: false, ...row };
}

export function fromDraft(draft: ServerDraft): Form {
  const { endpoint } = draft;
  return {
    ...EMPTY,
    by: endpoint.kind,
    label: draft.label,
    program: endpoint.kind === "command" ? endpoint.program : "",
    arguments: endpoint.kind === "command" ? writeArguments(endpoint.arguments) : "",
    folder: endpoint.kind === "command" ? (endpoint.folder ?? "") : "",
    url: endpoint.kind === "address" ? endpoint.url : "",
    environment: draft.environment.map(rowOf),
    headers: draft.headers.map(rowOf),
    era: draft.era,
    limits: draft.limits,
  };
}

function rowOf(value: NamedValue): Row {
  return newRow({
    name: value.name,
    value: value.value ?? "",
    secret: value.secret,
    stored: value.secret && value.value === null,
  });
}

/** The field a refusal of the host belongs to, by its code (never by its sentence); `null` for the form as a whole. */
export function fieldOf(code: string, by: Form["by"]): Field | null {
  switch (code) {
    case "server.label_taken":
      return "label";
    case "launch.not_found":
    case "launch.not_executable":
      return "command";
    case "launch.bad_argument":
      return "arguments";
    case "launch.hidden_hook":
      return "environment";
    case "network.unreachable":
    case "network.not_mcp":
    case "network.redirect":
    case "network.tls":
      return "address";
    default:
      return code.startsWith("network.") && by === "address" ? "address" : null;
  }
}
