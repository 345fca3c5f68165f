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
  StartMode,
  TransportChoice,
} from "../../../bindings/host";
import { say } from "../../../l10n";
import { nextLabel } from "../nextLabel";
import { type FenceForm, fenceProblem, fromGrants, toGrants } from "./fence";
import { secretName } from "./secrets";
import { readArguments, writeArguments } from "./tokens";

export interface ValueRow {
  /** Only for React; never leaves the form. */
  key: number;
  name: string;
  value: string;
  secret: boolean;
  /** A secret that is already in the keychain and was not typed again. */
  stored: boolean;
}

/** A token that the person has. */
export interface BearerToken {
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
  environment: ValueRow[];
  headers: ValueRow[];
  /** Sent as `Authorization: Bearer …`, a secret header like any other; `null` when there is none. */
  token: BearerToken | null;
  era: EraChoice;
  transport: TransportChoice;
  limits: ServerLimits;
  /** `null` where the program runs without a fence. */
  fence: FenceForm | null;
  /** Chosen elsewhere; a copy takes it along. */
  start: StartMode;
}

/** Programs that fetch what they run. Whether a command is one that can be fetched once, the host says. */
const LAUNCHERS = /^(npx|bunx|pnpx|npm|pnpm|yarn|bun|uvx|uv|pipx|docker|podman)(\.(exe|cmd))?$/i;

export function isLauncher(program: string): boolean {
  return LAUNCHERS.test(program.trim().split(/[\\/]/).at(-1) ?? "");
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
  fence: null,
  start: "launch",
};

export type DraftField =
  | "label"
  | "command"
  | "arguments"
  | "folder"
  | "address"
  | "environment"
  | "headers"
  | "token"
  | "limits"
  | "fence"
  | "start";
export type Problems = Partial<Record<DraftField, string>>;

/** A path that does not depend on where a program works. */
export const FULL_PATH = /^(\/|~|[A-Za-z]:[\\/]|\\\\)/;

/** What is missing or cannot be right, by field. */
export function problemsOf(form: Form): Problems {
  const problems: Problems = {};
  const label = form.label.trim();
  if (label === "") problems.label = say("servers-form-wrong-label");
  else if ([...label].length > 64) problems.label = say("servers-form-wrong-label-long");
  if (form.by === "command") {
    if (form.program.trim() === "") problems.command = say("servers-form-wrong-command");
    if (readArguments(form.arguments).open) problems.arguments = say("servers-form-wrong-quote");
    if (form.folder.trim() !== "" && !FULL_PATH.test(form.folder.trim()))
      problems.folder = say("servers-form-wrong-folder");
    const names = namesProblem(form.environment, "variable");
    if (names !== null) problems.environment = names;
    const fence = fenceProblem(form.fence);
    if (fence !== undefined) problems.fence = fence.words;
  } else if (form.by === "address") {
    const address = addressProblem(form.url.trim());
    if (address !== null) problems.address = address;
    const names = namesProblem(form.headers, "header");
    if (names !== null) problems.headers = names;
    else if (form.token !== null && form.headers.some((row) => isAuthorization(row.name)))
      problems.headers = say("servers-form-wrong-authorization");
    const token = form.token === null ? null : tokenProblem(form.token);
    if (token !== null) problems.token = token;
  }
  const { idle_seconds, total_seconds, message_mib } = form.limits;
  if (![idle_seconds, total_seconds, message_mib].every((value) => Number.isInteger(value) && value > 0))
    problems.limits = say("servers-form-wrong-limits");
  const start = form.limits.start_seconds;
  if (start !== null && !(start > 0 && start <= START))
    problems.start = say("servers-form-wrong-start", { most: START });
  return problems;
}

function addressProblem(address: string): string | null {
  if (address === "") return say("servers-form-wrong-url-empty");
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return say("servers-form-wrong-url");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return say("servers-form-wrong-url");
  if (url.username !== "" || url.password !== "") return say("servers-form-wrong-url-credentials");
  return null;
}

function isAuthorization(name: string): boolean {
  return name.trim().toLowerCase() === "authorization";
}

/** A token as it is often copied: with what stands before it in a request. */
function bare(token: string): string {
  return token.trim().replace(/^(authorization:\s*)?bearer(\s+|$)/i, "");
}

function tokenProblem({ value, stored }: BearerToken): string | null {
  if (stored) return null;
  if (bare(value) === "") return say("servers-form-wrong-token");
  return /\s/.test(bare(value)) ? say("servers-form-wrong-token-spaces") : null;
}

function namesProblem(rows: ValueRow[], what: "variable" | "header"): string | null {
  const names = rows.filter(isUsed).map((row) => row.name.trim());
  if (names.includes("")) return say(`servers-form-wrong-${what}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? null : say(`servers-form-wrong-${what}-twice`, { name: twice });
}

function isUsed(row: ValueRow): boolean {
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
    fence: form.by === "command" ? toGrants(form.fence) : null,
    start: form.start,
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

function named(rows: ValueRow[]): NamedValue[] {
  return rows.filter(isUsed).map((row) => ({
    name: row.name.trim(),
    value: row.stored && row.secret ? null : row.value,
    secret: row.secret,
  }));
}

function tokenHeader(token: BearerToken | null): NamedValue[] {
  if (token === null) return [];
  const value = token.stored ? null : `Bearer ${bare(token.value)}`;
  return [{ name: "Authorization", value, secret: true }];
}

/** Takes the token out of headers, where it is a bearer token, be it missing, or a secret that cannot be shown. */
export function takeToken(rows: ValueRow[]): Pick<Form, "headers" | "token"> {
  const found = rows.find(
    (row) =>
      isAuthorization(row.name) && row.secret && (row.stored || /^bearer(\s+\S+)?$/i.test(row.value.trim())),
  );
  if (found === undefined) return { headers: rows, token: null };
  return {
    headers: rows.filter((row) => row !== found),
    token: { value: found.stored ? "" : bare(found.value), stored: found.stored },
  };
}

let lastKey = 0;

export function newRow(row: Partial<Omit<ValueRow, "key">> = {}): ValueRow {
  lastKey += 1;
  return { key: lastKey, name: "", value: "", secret: false, stored: false, ...row };
}

/** The form with a row for each of these variables. A name that tells of a secret makes one. */
export function withVariables(form: Form, names: readonly string[]): Form {
  const missing = names.filter((name) => !form.environment.some((row) => row.name === name));
  if (missing.length === 0) return form;
  const rows = missing.map((name) => newRow({ name, secret: secretName(name) }));
  return { ...form, environment: [...form.environment, ...rows] };
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
    fence: fromGrants(draft.fence),
    start: draft.start,
  };
}

/**
 * The form as it is kept when it is left: without the values of secrets that were typed, since the page may be taken over.
 * One that `start` says is stored is left as that.
 */
export function withoutSecrets(form: Form, start: Form): Form {
  const emptied = (rows: ValueRow[], before: ValueRow[]) =>
    rows.map((row) => {
      if (!row.secret || row.stored) return row;
      const stored = before.some((it) => it.stored && it.secret && it.name === row.name.trim());
      return { ...row, value: "", stored };
    });
  const { token } = form;
  return {
    ...form,
    environment: emptied(form.environment, start.environment),
    headers: emptied(form.headers, start.headers),
    token: token === null || token.stored ? token : { value: "", stored: start.token?.stored === true },
  };
}

/** What stands in a form, for telling whether it was changed. */
export function said(form: Form): string {
  return JSON.stringify([toDraft(form), fenceProblem(form.fence)?.words]);
}

/** The form for another server like this one. Secrets belong to the first one: they are typed again. */
export function duplicateOf(draft: ServerDraft, labels: readonly string[]): Form {
  const form = fromDraft(draft);
  const typedAgain = (row: ValueRow): ValueRow => ({ ...row, stored: false });
  return {
    ...form,
    label: nextLabel(form.label, labels),
    environment: form.environment.map(typedAgain),
    headers: form.headers.map(typedAgain),
    token: form.token === null ? null : { value: "", stored: false },
  };
}

function rowOf(value: NamedValue): ValueRow {
  return newRow({
    name: value.name,
    value: value.value ?? "",
    secret: value.secret,
    stored: value.secret && value.value === null,
  });
}

/** The field a refusal of the host belongs to, by its code (never by its sentence); `null` for the form as a whole. */
export function fieldOf(code: string, by: Form["by"]): DraftField | null {
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
