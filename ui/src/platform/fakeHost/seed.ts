import type * as Host from "../../bindings/host";
import { someRoots } from "./asking";
import { mark } from "./contents";
import { frames } from "./frames";
import {
  callTo,
  command,
  DAY,
  detail,
  files,
  foreign,
  found,
  github,
  HOUR,
  inWords,
  linear,
  MINUTE,
  message,
  problem,
  saidBy,
  server,
  summaryOf,
  textResult,
} from "./make";
import { choices } from "./models";
import { fileOffers, gitOffers, manyOffers, type Offers } from "./offers";
import { changedRequest, launchRequest, newToolRequest, writeRequest } from "./requests";
import { diagnosis } from "./servers";
import { SUGGESTED } from "./suggested";
import { fileTools, gitTools, manyTools } from "./tools";

/** Of both pages. */
export type Every = Host.Commands & Host.GateCommands;
export type Name = keyof Every;
/** What commands are answered with. */
export type Replies = { [K in Name]: Every[K]["reply"] };

/** Everything the fake host knows. Plain data, changed in place. */
export class World {
  servers = new Map<string, Host.ServerDetail>();
  tools = new Map<string, Host.ToolDetail[]>();
  /** Only of servers that have any, or that a person decided about. */
  roots = new Map<string, Host.RootList>();
  /** Only of servers whose account was looked at or is special. */
  accounts = new Map<string, Host.ServerAccount>();
  /** What reviews of a sign-in say, where they are not the usual ones. */
  reviews = new Map<string, Partial<Host.SignInReview>>();
  /** Of the servers that said that they have any. */
  offers = new Map<string, Offers>();
  waiting: Host.Request[] = [];
  calls = new Map<string, Host.CallView>();
  conversations = new Map<string, Host.Conversation>();
  grants: Replies["grants"] = [];
  tasks: Host.TaskView[] = [];
  models: Replies["models"] = [];
  spending: Replies["spending"] = {
    month: { dollars: 3.4, replies: 12, unpriced: 2 },
    limit: null,
    conversation: { dollars: 0.25, replies: 3, unpriced: 0 },
  };
  dropped: Replies["dropped"] = { over: null, files: null, attached: null };
  fetches: Replies["fetches"] = [];
  denials = new Map<string, Host.FenceDenial[]>();
  offered_install: Replies["offered_install"] = null;
  /** The bundle that is open, and the one that a person would choose. */
  bundle: Replies["bundle"] = null;
  chosenBundle: Replies["bundle"] = null;
  profiles: Replies["profiles"] = [
    { id: "default", name: "Default", current: true, servers: [], permissions: 0 },
  ];
  registry: Replies["registry"] = {
    address: null,
    header: null,
    public: "https://registry.modelcontextprotocol.io",
    icons: false,
    servers: 0,
    updated_at: null,
    updating: false,
    problem: null,
  };
  registryServers: Host.RegistryServer[] = [];
  record: Host.RecordDetail[] = [];
  logs = new Map<string, Host.LogLine[]>();
  frames = new Map<string, Host.Frame[]>();
  settings: Host.Settings = {
    appearance: "system",
    language: "en",
    notify: true,
    keep_in_tray: true,
    welcomed: true,
    fence_new: true,
    zoom: 100,
  };
  about: Replies["about"] = {
    version: "0.1.0",
    data_dir: "/home/ada/.local/share/portcullis",
    keychain: null,
    secrets: { kind: "keychain" },
    store: null,
    restorable: null,
    system_language: "en",
    revisions: ["2025-06-18", "2025-11-25", "2026-07-28"],
  };

  /** What commands are answered with, whatever they ask. */
  answers: Partial<Replies> = {
    autostart: false,
    check_arguments: [],
    complete: { values: [], total: null, has_more: false },
    configurations: [],
    diagnose: diagnosis(),
    export_conversation: { path: "/home/ada/conversation.md", folder: "conversation-files", pictures: 2 },
    export_frames: "/home/ada/Downloads/portcullis-frames.jsonl",
    export_kubernetes: "/home/ada/Downloads/notes.yaml",
    export_targets: [],
    find_providers: [],
    icon: mark,
    kubernetes_manifest: {
      name: "notes",
      text: 'kind: "MCPServer"',
      notes: ["Create the secret first: notes-secrets"],
    },
    read_servers: [],
    suggested_servers: SUGGESTED,
    try_limits: {
      covered: 1,
      calls: ["portal", "other"].map((it) => {
        return { at: Date.now() - HOUR, arguments: foreign(`repo: "acme/${it}"`), covered: it === "portal" };
      }),
    },
    verify_record: {
      rows: 120,
      first_broken: null,
      head: { row: 120, hash: "c01ddd07".repeat(8) },
      kept: { kind: "confirmed", through: 120 },
      expected: null,
      sentence: "The chain is consistent, and ends where the keychain says: 120 rows checked.",
    },
  };

  server(id: string): Host.ServerDetail {
    return found(this.servers.get(id), "server");
  }

  conversation(id: string): Host.Conversation {
    return found(this.conversations.get(id), "conversation");
  }

  tool(server: string, name: string): Host.ToolDetail | undefined {
    return this.tools.get(server)?.find((it) => it.entry.name === name);
  }
}

/** What a world starts with, in place of what it has else. */
export interface WorldOptions
  extends Partial<Omit<World, "settings" | "about" | "server" | "conversation" | "tool">> {
  /** Nothing added, nothing said, the welcome not seen. */
  fresh?: boolean;
  appearance?: Host.Settings["appearance"];
  about?: Partial<Host.About>;
}

export function makeWorld({ fresh, appearance, about, answers, ...given }: WorldOptions = {}): World {
  const world = new World();
  Object.assign(world.settings, { welcomed: !fresh }, appearance && { appearance });
  Object.assign(world.about, about);
  Object.assign(world.answers, structuredClone(answers));
  const own = structuredClone(given);
  Object.assign(world, own);
  if (!fresh) {
    fill(world);
  }
  return Object.assign(world, own);
}

function fill(world: World): void {
  const shared = foreign("Paths are relative to the folder that was shared. Search before you write.");
  const folder = "/home/ada/portal/docs";
  const all = [
    detail(
      summaryOf(files, "ready", "ready", { tools: 8, changed_tools: 1, waiting: 2 }),
      {
        instructions: shared,
        capabilities: ["tools", "resources", "prompts", "completions", "logging"],
        takes_log_level: true,
      },
      {
        endpoint: command(files.origin, folder),
        environment: [{ name: "LOG_LEVEL", value: "info", secret: false }],
      },
    ),
    detail(
      summaryOf(github, "ready", "ready", { tools: 3, waiting: 1 }),
      { capabilities: ["tools", "resources", "prompts", "completions"] },
      { headers: [{ name: "Authorization", value: null, secret: true }] },
    ),
    detail(summaryOf(linear, "needs_sign_in", "needs you to sign in")),
    detail(stopped()),
    detail(server("srv-postgres", "Postgres", "off", "off", { origin: "postgres-mcp" })),
  ];
  world.tools.set(files.id, fileTools()).set(github.id, gitTools());
  world.offers.set(files.id, fileOffers()).set(github.id, gitOffers());
  world.roots.set(files.id, someRoots());
  for (const it of all) {
    addServer(world, it);
  }
  talk(world);
  world.waiting = [writeRequest("call-write"), newToolRequest(), changedRequest(), launchRequest()];
  world.grants = grants();
  world.record = record();
}

/** Adds a server with its log and its frames. */
function addServer(world: World, detail: Host.ServerDetail): void {
  const { id } = detail.summary;
  world.servers.set(id, detail);
  world.logs.set(id, logs());
  world.frames.set(id, frames());
}

/** A server with 10,000 tools and resources. */
export function addCatalogue(world: World): void {
  const summary = server("srv-big", "Catalogue", "ready", "ready", { origin: "catalogue", tools: 10_000 });
  addServer(world, detail(summary, { capabilities: ["tools", "resources"] }));
  world.tools.set(summary.id, manyTools(10_000));
  world.offers.set(summary.id, manyOffers(10_000));
}

function stopped() {
  const weather = server("srv-weather", "Weather", "stopped", "stopped: exited with code 127", {
    origin: "npx",
  });
  Object.assign(weather.state, {
    exit_code: 127,
    problem: problem("server.exited", {
      sentence: "“Weather” exited with code 127.",
      remedy: "Check that the command exists, then start it again.",
    }),
    stderr_tail: [foreign("npm error code E404"), foreign("sh: 1: weather-mcp: not found")],
  });
  return weather;
}

/** A conversation of the demo model with all servers that are ready. */
export function conversationOf(
  world: World,
  summary: Partial<Host.Conversation["summary"]> & { id: string; title: string },
  messages: Host.Message[],
): Host.Conversation {
  return {
    summary: {
      updated_at: Date.now(),
      model: "Demo model",
      model_id: "demo",
      busy: false,
      section: "recent",
      imported: null,
      folder: null,
      ...summary,
    },
    servers: takingPart(world),
    messages,
    earlier: false,
    suggestions: world.servers.size === 0 ? [] : suggestions,
    models: choices(world),
    left_out: [],
    held: false,
    budget: budgetOf(world),
    context: { tokens: 41_300, context: 200_000, is_estimate: false },
    compactions: [],
    compacting: false,
    compact_at: null,
  };
}

const by = (seq: number, speaker: Host.Message["speaker"], at: number, ...parts: Host.Part[]) =>
  message(parts, { seq, speaker, at });

function talk(world: World): void {
  const now = Date.now();
  const items = [
    { number: 418, title: "Keep sign-in open" },
    { number: 417, title: "Export zones" },
  ];
  const asks = 'repo: "acme/portal"  state: "merged"  since: "v2.3"';
  const listed = callTo(github, "call-list", "list_pull_requests", "List pull requests", asks, {
    outcome: "18 items, 42 KiB, matches its output schema",
    record: 41,
    result: textResult("18 pull requests, newest first.", {
      structured: { items },
      matches_schema: true,
      raw: { handle: "raw-list", bytes: 42_000 },
    }),
  });
  const line = 'path: "docs/releases/2.4.md"  content: "# Portal 2.4 …';
  const write = callTo(files, "call-write", "write_file", "Write file", line, {
    state: "waiting",
    sent_at: null,
    ended_at: null,
    request: "req-write",
  });
  world.calls.set(listed.id, listed).set(write.id, write);
  const asked = "Write release notes for 2.4 from the merged pull requests and put them in the docs folder.";
  const notes = { id: "conv-notes", title: "Release notes for 2.4", updated_at: now - MINUTE, busy: true };
  const flaky = { id: "conv-flaky", title: "Why is the build red", updated_at: now - 3 * HOUR };
  const said = conversationOf(world, notes, [
    by(1, "person", now - 6 * MINUTE, inWords(asked)),
    by(
      2,
      "model",
      now - 5 * MINUTE,
      inWords("I will list the merged pull requests since the last tag, then draft the notes."),
      { kind: "call", call: { ...listed, result: null } },
      inWords(
        "**18 changes** since `v2.3`. The two that people will notice:\n\n1. Sign-in stays open for 30 days\n2. Exports keep their time zone\n\nI save the draft beside the other notes.",
      ),
      { kind: "call", call: write },
    ),
  ]);
  world.conversations.set("conv-notes", said);
  world.conversations.set("conv-flaky", conversationOf(world, flaky, everyState(now)));
}

/** One message with a call in every state, for cards. */
function everyState(now: number): Host.Message[] {
  const sentence = "“Project files” returned an error instead of a result.";
  const said = saidBy("server", "ENOENT: no such file or directory, open 'ci/last.log'");
  const error = problem("protocol.error", { sentence, remedy: "Read its log, then try again.", said });
  const denied = problem("consent.denied", { sentence: "You denied this call. The tool did not run." });
  const progress = { value: 3, total: 8, message: foreign("reading part 3") };
  const calls: [string, Host.CallState, Partial<Host.CallView>?][] = [
    ["c-done", "done", { outcome: "1 text, 812 B" }],
    ["c-run", "running", { ended_at: null, progress }],
    ["c-toolerror", "tool_error", { outcome: "no such file" }],
    ["c-refused", "refused", { sent_at: null, problem: denied }],
    ["c-failed", "failed", { problem: error }],
    ["c-cancelled", "cancelled"],
  ];
  const parts = calls.map(([id, state, over]): Host.Part => {
    const of = callTo(files, id, "read_file", "Read file", 'path: "ci/last.log"', { state, ...over });
    return { kind: "call", call: of };
  });
  const answer = inWords(
    "| Step | Result |\n|---|---|\n| lint | passed |\n| test | failed |\n\n```sh\nnpm test -- --run gate\n```\n\n![chart](https://pictures.example/chart.png)\n\nSee [the log](https://ci.example/418).",
  );
  return [
    by(1, "person", now, inWords("Why is the build red?")),
    by(2, "model", now, inWords("I look at the log."), ...parts, answer),
    by(3, "host", now, inWords("The model was stopped.")),
  ];
}

/** What leads somewhere with the demo model. */
export const suggestions = ["Show me what you can do", "What is 19 plus 23?"];

/** What tools take, as the host would estimate it. */
function budgetOf(world: World): Host.ToolBudget {
  const servers = takingPart(world)
    .filter((it) => it.enabled && it.tools > 0)
    .map(({ id, label, tools: count }) => {
      const named = (world.tools.get(id) ?? []).slice(0, 40);
      const tools = named.map(({ entry }) => ({ tool: entry.name, tokens: 150, given: true }));
      const tokens = count * 150;
      return { id, label, tokens, all: tokens, given: count, count, tools, more: count - tools.length };
    });
  const tokens = servers.reduce((sum, it) => sum + it.tokens, 0);
  return { tokens, all: tokens, most: 20_000, context: 200_000, searching: false, search: 0, servers };
}

/** The servers of a new conversation. */
function takingPart(world: World): Host.Conversation["servers"] {
  return [...world.servers.values()].map(({ summary: { id, label, state, tools } }) => {
    const ready = state.phase === "ready";
    return { id, label, enabled: ready, ready, tools };
  });
}

function logs(): Host.LogLine[] {
  const words = ["listening on standard input", "tools/list answered", "cache warmed", "slow disk: 212 ms"];
  return Array.from({ length: 120 }, (_, index) => ({
    seq: index + 1,
    at: Date.now() - (120 - index) * 30_000,
    source: index % 9 === 4 ? "message" : index % 31 === 7 ? "junk" : "stderr",
    level: index % 9 === 4 ? "info" : null,
    text: foreign(`${words[index % words.length]} (${index})`),
  }));
}

function grantOf(of: Host.ServerRef, title: string, over: Partial<Host.GrantView> = {}): Host.GrantView {
  const tool = title.toLowerCase().replace(" ", "_");
  const runs = over.scope === "hour" ? "runs without asking for an hour" : "always runs without asking";
  return {
    id: `grant-${tool}`,
    server: of.id,
    server_label: of.label,
    tool,
    tool_shown: foreign(title),
    scope: "always",
    sentence: `“${tool}” of “${of.label}” ${runs}.`,
    made_at: Date.now() - 3 * DAY,
    ends_at: null,
    last_used_at: null,
    uses: 0,
    on_hold: false,
    unused_days: null,
    conversation: null,
    ...over,
  };
}

function grants(): Host.GrantView[] {
  const now = Date.now();
  const unused = { made_at: now - 60 * DAY, last_used_at: now - 43 * DAY, unused_days: 43, uses: 7 };
  return [
    grantOf(files, "Read file", { id: "grant-read", last_used_at: now - 12 * MINUTE, uses: 41 }),
    grantOf(files, "Search files", { id: "grant-search", ...unused, on_hold: true }),
    grantOf(github, "Search issues", { id: "grant-issues", scope: "hour", ends_at: now + 31 * MINUTE }),
  ];
}

/** One row of the record. */
export function recordOf(
  row: Partial<Host.RecordRow> & Pick<Host.RecordRow, "seq" | "what">,
  why: string,
): Host.RecordDetail {
  const usual = { kind: "call", asked_by: "you", outcome: "done", outcome_words: "done" } as const;
  const hash = "41d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c4";
  return {
    row: { at: Date.now(), tool: null, server: null, server_label: null, duration: null, ...usual, ...row },
    why,
    sent: row.kind === undefined || row.kind === "call" ? foreign('{\n  "repo": "acme/portal"\n}') : null,
    asked_for: null,
    edited: [],
    came_back: "18 items, 42 KiB, matches its output schema",
    definition: `9f2c0000${hash}`,
    shown: `5d1200aa${hash}`,
    allowed_by: null,
    hash: `c01ddd07${hash}`,
    outcome_hash: `88aa0000${hash}`,
  };
}

/** Kind, what, server, who asked, outcome in two ways, and why. */
const rows = [
  "call | Write file | Project files | Demo model | waiting | waiting for you | A model asked and no permission covers it.",
  "call | List pull requests | GitHub | Demo model | done | allowed · once | You allowed it once.",
  "call | Write file | Project files | Demo model | denied | denied by you | You denied this call. The tool did not run.",
  "definition | Definition changed: Search files | Project files | the server | attention | 3 permissions on hold | The server’s definitions differ from those that you approved.",
  "server | Started | Weather | you | failed | exited with code 127 | You turned it on.",
];

function record(): Host.RecordDetail[] {
  return Array.from({ length: 60 }, (_, index) => {
    const row = rows[index % rows.length] ?? "";
    const [kind, what = "", server_label, asked_by, outcome, outcome_words, why = ""] = row.split(" | ");
    const said = { kind, server_label, asked_by, outcome, outcome_words } as Partial<Host.RecordRow>;
    const at = Date.now() - index * 4 * MINUTE;
    return recordOf({ ...said, what: foreign(what), seq: 120 - index * 2, at }, why);
  });
}
