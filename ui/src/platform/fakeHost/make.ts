import type * as Host from "../../bindings/host";

/** Short ways to write realistic views for the fake host. */

let last = 0;

export function freshId(prefix: string): string {
  last += 1;
  return `${prefix}-${last}`;
}

export function foreign(text: string, hidden = 0): Host.Foreign {
  return { text, hidden };
}

export function saidBy(by: Host.TextSource, text: string, hidden = 0): Host.SourcedText {
  return { by, text, hidden };
}

export function problem(
  code: string,
  over: Partial<Omit<Host.Problem, "code">> & Pick<Host.Problem, "sentence">,
): Host.Problem {
  return { code, remedy: null, said: null, ...over };
}

/** What is there, or the problem that it is not. */
export function found<Item>(item: Item | undefined | null, what: string): Item {
  if (item === undefined || item === null) {
    throw problem("not_found", { sentence: `This ${what} no longer exists.` });
  }
  return item;
}

/** The one item that a test finds, or the problem that it is not there. */
export function one<Item>(items: Item[] | undefined, is: (item: Item) => boolean, what: string): Item {
  return found(items?.find(is), what);
}

/** A value of a review as it would be taken. */
export function value(text: string, note: string | null = null): Host.ReviewValue {
  return { text: foreign(text), note, bytes: new TextEncoder().encode(text).length, literal: true };
}

/** Words of ours where a value was left as it is. */
export function words(text: string): Host.ReviewValue {
  return { ...value(text), literal: false };
}

/** Of those there are, the fields that tests show. */
const FIELDS = /^(label|program|arguments|folder|address|environment|protocol|limits|files|fence)$/;

/** A row of a review; of a server's field where it has the name of one. */
export function reviewRow(
  field: string,
  values: Host.ReviewValue[],
  over: Partial<Host.ReviewRow> = {},
): Host.ReviewRow {
  const name = field.toLowerCase();
  const kind = FIELDS.test(name) ? (name as Host.LaunchField) : null;
  return { kind, field, values, before: null, usual: false, ...over };
}

/** What every review ends with, when nothing in it was changed. */
export function usualRows(): Host.ReviewRow[] {
  return [
    reviewRow("Protocol", [words("found by asking the server")], { usual: true }),
    reviewRow("Limits", [words("60 s without a sign, 600 s in all, 16 MiB a message")], { usual: true }),
  ];
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The usual mark of a server. */
export const markOf = (label: string): Host.ServerMark => ({ letters: label.slice(0, 2), color: "teal" });

const unended = { exit_code: null, exit_signal: null, stderr_tail: [] };

export function server(
  id: string,
  label: string,
  phase: Host.Phase,
  words: string,
  over: Partial<Host.ServerSummary> = {},
): Host.ServerSummary {
  return {
    id,
    label,
    whereabouts: "local",
    origin: "mcp-server",
    mark: markOf(label),
    enabled: phase !== "off",
    demo: false,
    state: { phase, since: Date.now() - 2 * HOUR, words, problem: null, ...unended, retry_at: null },
    ...{ tools: 0, changed_tools: 0, waiting: 0, sampling: false },
    ...over,
  };
}

/** What a person entered for a server, with every default. */
export function draftOf(
  label: string,
  endpoint: Host.ServerDraft["endpoint"],
  over: Partial<Host.ServerDraft> = {},
): Host.ServerDraft {
  return {
    label,
    endpoint,
    environment: [],
    headers: [],
    era: "auto",
    transport: "auto",
    fence: null,
    limits: { idle_seconds: 60, total_seconds: 600, message_mib: 16, start_seconds: null },
    start: "launch",
    ...over,
  };
}

export const command = (program: string, ...args: string[]): Host.ServerDraft["endpoint"] => ({
  kind: "command",
  program,
  arguments: args,
  folder: null,
});

const nothing = { restarts: 0, junk_lines: 0, stray_replies: 0, coalesced: 0 };

export function detail(
  summary: Host.ServerSummary,
  over: Partial<Host.ServerDetail> = {},
  draft: Partial<Host.ServerDraft> = {},
): Host.ServerDetail {
  const local = summary.whereabouts === "local";
  const ready = summary.state.phase === "ready";
  const remote = { kind: "address", url: `https://${summary.origin}/mcp` } as const;
  const endpoint = summary.demo ? ({ kind: "demo" } as const) : local ? command(summary.origin) : remote;
  return {
    summary,
    draft: draftOf(summary.label, endpoint, draft),
    package: null,
    container: null,
    fetchable: false,
    names_version: false,
    resolved: local ? `/home/ada/.local/bin/${summary.origin}` : `https://${summary.origin}/mcp`,
    era: "modern",
    revision: "2026-07-28",
    transport: local ? "stdio" : "http",
    server_name: foreign(`${summary.label.toLowerCase().replaceAll(" ", "-")}-server`),
    server_version: foreign("1.4.0"),
    icon: false,
    instructions: null,
    capabilities: ["tools", "logging"],
    pid: local && ready ? 48_213 : null,
    ready_at: ready ? summary.state.since : null,
    ready_after: ready ? 412 : null,
    health: { calls: 41, failed: 1, ...nothing, stderr_bytes: 1_204 },
    approved_at: Date.now() - 17 * DAY,
    takes_log_level: false,
    log_level: null,
    remarked_tools: 0,
    mark_chosen: false,
    note: "",
    ...over,
  };
}

export function tool(
  name: string,
  title: string | null,
  description: string,
  schema: Host.JsonValue,
  over: Partial<Omit<Host.ToolDetail, "entry">> & { entry?: Partial<Host.ToolDetail["entry"]> } = {},
): Host.ToolDetail {
  const { entry, ...rest } = over;
  return {
    entry: {
      name,
      shown: foreign(name),
      title: title === null ? null : foreign(title),
      summary: foreign(description.split("\n")[0]?.slice(0, 160) ?? ""),
      state: { kind: "known", since: Date.now() - 17 * DAY, reviewed: null },
      claims: ["read_only"],
      remarks: rest.notes?.length ?? 0,
      against_claims: false,
      icon: false,
      ...entry,
    },
    description: foreign(description),
    input_schema: JSON.stringify(schema),
    schema_problem: null,
    digest: "9f2c41d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c471ab",
    notes: [],
    seen: [],
    diff: [],
    changes: [],
    when_asked: "Asks you each time a model wants it.",
    varying: [],
    ...rest,
  };
}

export function row(name: string, value: string, hidden = 0): Host.ArgumentRow {
  return {
    name: foreign(name),
    value: foreign(value, hidden),
    bytes: new TextEncoder().encode(value).length,
    changed: false,
    warnings: [],
    files: [],
  };
}

export function call(
  over: Partial<Host.CallView> & Pick<Host.CallView, "id" | "server" | "tool">,
): Host.CallView {
  return {
    server_label: over.server,
    tool_shown: foreign(over.tool),
    arguments_line: foreign(""),
    state: "done",
    asked_at: Date.now() - 5 * MINUTE,
    sent_at: Date.now() - 5 * MINUTE,
    ended_at: Date.now() - 5 * MINUTE + 800,
    progress: null,
    problem: null,
    outcome: null,
    result: null,
    request: null,
    record: null,
    task: null,
    denied: [],
    kept_out: [],
    against_claims: [],
    kept: [],
    media: 0,
    not_given: 0,
    edited: [],
    ...over,
  };
}

/** Words in a message, as a person or a model wrote them. */
export const inWords = (text: string): Host.Part => ({ kind: "words", text });

/** What a model said, unless told otherwise. */
export function message(parts: Host.Part[], over: Partial<Host.Message> = {}): Host.Message {
  return { seq: 9, speaker: "model", at: 0, parts, streaming: false, by: null, ...over };
}

/** A file in a message. */
export function attachedFile(name: string, over: Partial<Host.AttachedFile> = {}): Host.AttachedFile {
  const kind = name.endsWith(".png") ? "image" : "text";
  const usual = { mime: "image/png", bytes: 12_300, digest: `d-${name}`, text: null };
  return { name: foreign(name), kind, ...usual, ...over };
}

/** A call of this tool; its title and its arguments as they are shown. */
export function callTo(
  { id: server, label }: { id: string; label: string },
  id: string,
  tool: string,
  title: string,
  line: string,
  over: Partial<Host.CallView> = {},
): Host.CallView {
  const shown = { server_label: label, tool_shown: foreign(title), arguments_line: foreign(line) };
  return call({ id, server, tool, ...shown, ...over });
}

export function textBlock(text: string, hidden = 0): Host.Block {
  const bytes = new TextEncoder().encode(text).length;
  return { kind: "text", text: foreign(text, hidden), whole: null, bytes };
}

/** The result, where it is one text. */
export const textResult = (text: string, over: Partial<Host.CallResult> = {}) =>
  result([textBlock(text)], over);

export function result(blocks: Host.Block[], over: Partial<Host.CallResult> = {}): Host.CallResult {
  return {
    blocks,
    more_blocks: 0,
    for_person: [],
    structured: null,
    structured_whole: null,
    matches_schema: null,
    mismatch: [],
    raw: { handle: "raw", bytes: 64 },
    ...over,
  };
}

const ref = (
  id: string,
  label: string,
  whereabouts: Host.ServerRef["whereabouts"],
  origin: string,
  mark: Host.ServerRef["mark"] = markOf(label),
): Host.ServerRef => ({ id, label, whereabouts, origin, mark });
/** As a request names a server. */
export const refOf = (of: Host.ServerRef) => ref(of.id, of.label, of.whereabouts, of.origin, of.mark);
/** What is not a server yet, or none. */
export const noServer = (label = "", origin = label) => ref("", label, "local", origin, null);
export const files = ref("srv-files", "Project files", "local", "mcp-server-filesystem");
export const github = ref("srv-github", "GitHub", "remote", "api.github.example");
export const linear = ref("srv-linear", "Linear", "remote", "mcp.linear.example");

/** What is wrong with the keychain of this computer. */
export const locked = problem("vault.locked", {
  sentence: "The keychain is locked or missing.",
  remedy: "Unlock the keychain and try again.",
});

export function summaryOf(
  { id, label, whereabouts, origin }: Host.ServerRef,
  phase: Host.Phase,
  words: string,
  over: Partial<Host.ServerSummary> = {},
): Host.ServerSummary {
  return server(id, label, phase, words, { whereabouts, origin, ...over });
}

/** A change of settings as a request shows it. */
export const setting = (rows: Host.ReviewRow[] = [], notes: string[] = []): Host.Asked => ({
  kind: "setting",
  rows,
  notes,
  warnings: [],
});

export type AskedOf<Kind extends Host.Asked["kind"]> = Extract<Host.Asked, { kind: Kind }>;

/** What waits at the gate. The server asks it unless told otherwise. */
export function request(
  id: string,
  question: string,
  server: Host.ServerRef,
  asked: Host.Asked,
  asked_by: Host.AskedBy = { kind: "server" },
): Host.Request {
  const now = Date.now();
  const digest = freshId("digest").padEnd(64, "0");
  const times = { asked_at: now - MINUTE, expires_at: now + 9 * MINUTE };
  const covers = "Only what is shown here.";
  return { id, question, covers, server, asked, asked_by, nonce: freshId("nonce"), digest, ...times };
}

/** The same for calls that can be answered together. */
export function alikeKey({ server, question, asked, asked_by }: Host.Request): string | null {
  return asked.kind === "tool" && asked.flow === null && !asked.arguments.some((it) => it.changed)
    ? JSON.stringify([server.id, question, asked_by, asked.tool, asked.definition])
    : null;
}

/** What the main page is told of a request. */
export function waitingOf(request: Host.Request): Host.WaitingRequest {
  const { id, question, server, asked, asked_by, asked_at, expires_at } = request;
  const line =
    asked.kind === "tool"
      ? asked.arguments.map((it) => `${it.name.text}: "${it.value.text}"`).join("  ")
      : null;
  return {
    id,
    kind: asked.kind,
    question,
    server,
    asked_by,
    asked_at,
    expires_at,
    arguments: line === null ? null : foreign(line.replaceAll("\n", " ")),
    alike: alikeKey(request),
    cause: "cause" in asked ? (asked.cause?.call ?? null) : null,
    adds: asked.kind === "launch" && asked.changes === null,
  };
}

const runs: Record<Host.ScopeOffer["scope"], string> = {
  conversation: "runs without asking in this conversation.",
  session: "runs by hand without asking until Portcullis quits.",
  hour: "runs without asking for the next hour.",
  always: "always runs without asking, until you revoke it.",
};

/** A question about the call of a tool with these arguments. */
export function toolAsked(
  call: string,
  server: Host.ServerRef,
  tool: string,
  title: string | null,
  given: Record<string, string>,
  offered: Host.ScopeOffer["scope"][] = [],
  over: Partial<AskedOf<"tool">> = {},
): AskedOf<"tool"> {
  const names = Object.keys(given);
  return {
    kind: "tool",
    call,
    tool,
    shown: foreign(tool),
    title: title === null ? null : foreign(title),
    arguments: names.map((name) => row(name, given[name] ?? "")),
    arguments_json: JSON.stringify(given, null, 2),
    left_out: [],
    schema: JSON.stringify({
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
    }),
    why: null,
    claims: [],
    definition: { kind: "known", since: Date.now() - 17 * DAY, reviewed: null },
    description: foreign("What it does, as its server describes it."),
    described: [],
    notes: [],
    scopes: offered.map((scope) => ({ scope, sentence: `“${title}” of “${server.label}” ${runs[scope]}` })),
    narrowings: [],
    declared: names.map((name) => foreign(name)),
    no_always: null,
    flow: null,
    ...over,
  };
}

/** A limit that a permission may have. */
export function narrowing(
  argument: string,
  test: AskedOf<"tool">["narrowings"][number]["test"],
  value: string,
  links: string | null = null,
) {
  return { argument: foreign(argument), test, value: foreign(value), links };
}
