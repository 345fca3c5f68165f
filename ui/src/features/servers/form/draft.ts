/**
 * The add form's own state and its way to and from a `ServerDraft`. What the host would refuse for its shape alone
 * is said here at once, next to the field; everything else is the host's to say.
 */
import type {
  Endpoint,
  EraChoice,
  NamedValue,
  ServerDraft,
  ServerLimits,
  TransportChoice,
} from "../../../bindings/host";
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

/** A token that the person has. */
export interface Token {
  value: string;
  /** It is in the keychain and was not typed again. */
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
  /** Sent as `Authorization: Bearer …`, a secret header like any other; `null` when there is none. */
  token: Token | null;
  era: EraChoice;
  transport: TransportChoice;
  limits: ServerLimits;
}

/** The host's own defaults (`limits.rs`). */
export const LIMITS: ServerLimits = {
  idle_seconds: 60,
  total_seconds: 600,
  message_mib: 16,
  start_seconds: null,
};

/** The longest time to start that the host takes (`limits.rs`). */
const START = 3600;

export const EMPTY: Form = {
  by: "command",
  label: "",
  program: "",
  arguments: "",
  folder: "",
  url: "",
  environment: [],
  headers: [],
  token: null,
  era: "auto",
  transport: "auto",
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
  | "token"
  | "limits"
  | "start";
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
    else if (form.token !== null && form.headers.some((row) => isAuthorization(row.name)))
      problems.headers = "The token is sent as Authorization already. Take one of the two away.";
    const token = form.token === null ? null : tokenProblem(form.token);
    if (token !== null) problems.token = token;
  }
  const { idle_seconds, total_seconds, message_mib } = form.limits;
  if (![idle_seconds, total_seconds, message_mib].every((value) => Number.isInteger(value) && value > 0))
    problems.limits = "Limits are whole numbers above zero.";
  const start = form.limits.start_seconds;
  if (start !== null && !(start > 0 && start <= START)) problems.start = `Between 1 and ${START} seconds.`;
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

function isAuthorization(name: string): boolean {
  return name.trim().toLowerCase() === "authorization";
}

/** A token as it is often copied: with what stands before it in a request. */
function bare(token: string): string {
  return token.trim().replace(/^(authorization:\s*)?bearer\s+/i, "");
}

function tokenProblem({ value, stored }: Token): string | null {
  if (stored) return null;
  if (bare(value) === "") return "Enter the token.";
  return /\s/.test(bare(value))
    ? "A token has no spaces. For anything but a bearer token, use the header Authorization."
    : null;
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
    headers: form.by === "address" ? [...tokenHeader(form.token), ...named(form.headers)] : [],
    era: form.era,
    transport: form.by === "address" ? form.transport : "auto",
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

function tokenHeader(token: Token | null): NamedValue[] {
  if (token === null) return [];
  const value = token.stored ? null : `Bearer ${bare(token.value)}`;
  return [{ name: "Authorization", value, secret: true }];
}

/** Takes the token out of headers, where it is a bearer token, or a secret that nobody can look at. */
export function takeToken(rows: Row[]): Pick<Form, "headers" | "token"> {
  const found = rows.find(
    (row) =>
      isAuthorization(row.name) && row.secret && (row.stored || /^bearer\s+\S+$/i.test(row.value.trim())),
  );
  if (found === undefined) return { headers: rows, token: null };
  return {
    headers: rows.filter((row) => row !== found),
    token: { value: found.stored ? "" : bare(found.value), stored: found.stored },
  };
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
    ...takeToken(draft.headers.map(rowOf)),
    era: draft.era,
    transport: draft.transport,
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
