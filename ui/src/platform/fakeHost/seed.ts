import type {
  About,
  CallView,
  Conversation,
  FoundProvider,
  Frame,
  GrantView,
  HeldResult,
  LogLine,
  ProviderView,
  RecordDetail,
  RecordRow,
  Request,
  RootList,
  ServerAccount,
  ServerDetail,
  Settings,
  TaskView,
  ToolBudget,
  ToolDetail,
} from "../../bindings/host";
import { type AccountScene, type PlannedReview, setScene } from "./accountScenes";
import { someRoots } from "./asking";
import { frames } from "./frames";
import { call, DAY, detail, foreign, HOUR, MINUTE, problem, server } from "./make";
import { choices } from "./models";
import { fileOffers, gitOffers, manyOffers, type Offers } from "./offers";
import { changedRequest, launchRequest, newToolRequest, writeRequest } from "./requests";
import { fileTools, gitTools, manyTools } from "./tools";

/** Everything the fake host knows. Plain data, changed in place. */
export interface World {
  servers: Map<string, ServerDetail>;
  tools: Map<string, ToolDetail[]>;
  /** Only of servers that have any, or that a person decided about. */
  roots: Map<string, RootList>;
  /** Only of servers whose account was looked at or is special. */
  accounts: Map<string, ServerAccount>;
  /** What the next review of a sign-in says, where it is not the usual one. */
  reviews: Map<string, PlannedReview>;
  /** Of the servers that said that they have any. */
  offers: Map<string, Offers>;
  waiting: Request[];
  calls: Map<string, CallView>;
  conversations: Map<string, Conversation>;
  grants: GrantView[];
  tasks: TaskView[];
  providers: ProviderView[];
  found: FoundProvider[];
  record: RecordDetail[];
  logs: Map<string, LogLine[]>;
  frames: Map<string, Frame[]>;
  settings: Settings;
  about: About;
}

/** What a world starts with. */
export interface WorldOptions {
  /** The second conversation shows what a model is given. */
  given?: boolean;
  /** Nothing added, nothing said, the welcome not seen. */
  fresh?: boolean;
  /** Requests that wait; the usual three when left out. */
  waiting?: Request[];
  /** Calls that servers go on with; none when left out. */
  tasks?: TaskView[];
  /** One server with 10,000 tools. */
  big?: boolean;
  /** Labels, titles and words as long as they may be. */
  long?: boolean;
  appearance?: Settings["appearance"];
  /** Providers of models; none when left out. */
  providers?: ProviderView[];
  /** Those that run on this computer and are not added. */
  found?: FoundProvider[];
  /** Whether there is no keychain. */
  keyless?: boolean;
  /** Whether the keychain is locked. */
  locked?: boolean;
  /** The database was damaged, and there is a backup. */
  damaged?: boolean;
  /** How signing in at “Linear” stands. */
  account?: AccountScene;
}

export function makeWorld(options: WorldOptions = {}): World {
  const world: World = {
    servers: new Map(),
    tools: new Map(),
    roots: new Map(),
    accounts: new Map(),
    reviews: new Map(),
    offers: new Map(),
    waiting: [],
    calls: new Map(),
    conversations: new Map(),
    grants: [],
    tasks: structuredClone(options.tasks ?? []),
    providers: structuredClone(options.providers ?? []),
    found: structuredClone(options.found ?? []),
    record: [],
    logs: new Map(),
    frames: new Map(),
    settings: {
      appearance: options.appearance ?? "system",
      notify: true,
      keep_in_tray: true,
      welcomed: !options.fresh,
    },
    about: {
      version: "0.1.0",
      data_dir: "/home/ada/.local/share/portcullis",
      keychain: options.locked
        ? problem("vault.locked", {
            sentence: "The keychain of this computer is locked. Secrets were not read.",
            remedy: "Unlock it and start the servers again.",
          })
        : options.keyless
          ? problem("vault.missing", {
              sentence: "There is no usable keychain: it did not start. Nothing was read or saved.",
              remedy: "Start a keychain service, such as GNOME Keyring, KWallet or KeePassXC, and try again.",
            })
          : null,
      secrets: { kind: "keychain" },
      store: options.damaged
        ? problem("store.corrupt", {
            sentence:
              "The database is damaged. It was moved to “/home/ada/.local/share/portcullis/portcullis-20261120T084031Z.damaged.db” and nothing in it was deleted. Portcullis starts with an empty one: no server runs and no permission stands.",
            remedy: "Restore the last backup, or set up your servers and permissions again.",
          })
        : null,
      restorable: options.damaged
        ? { name: "portcullis-20261119T070000Z.db", made_at: 1_795_071_600_000, bytes: 262_144 }
        : null,
      revisions: ["2025-06-18", "2025-11-25", "2026-07-28"],
    },
  };
  if (!options.fresh) {
    fill(world, options);
  }
  if (options.waiting) {
    world.waiting = structuredClone(options.waiting);
  }
  return world;
}

function fill(world: World, options: WorldOptions): void {
  const filesLabel = options.long
    ? "Project files of the portal and of everything that belongs to it"
    : "Project files";
  const all: ServerDetail[] = [
    detail(
      server("srv-files", filesLabel, "ready", "ready", {
        origin: "mcp-server-filesystem",
        tools: 8,
        changed_tools: 1,
        waiting: 2,
      }),
      {
        instructions: foreign("Paths are relative to the folder that was shared. Search before you write."),
        capabilities: ["tools", "resources", "prompts", "completions", "logging"],
        takes_log_level: true,
        draft: {
          label: filesLabel,
          endpoint: {
            kind: "command",
            program: "mcp-server-filesystem",
            arguments: ["/home/ada/portal/docs"],
            folder: null,
          },
          environment: [{ name: "LOG_LEVEL", value: "info", secret: false }],
          headers: [],
          era: "auto",
          transport: "auto",
          limits: { idle_seconds: 60, total_seconds: 600, message_mib: 16, start_seconds: null },
        },
      },
    ),
    detail(
      server("srv-github", "GitHub", "ready", "ready", {
        whereabouts: "remote",
        origin: "api.github.example",
        tools: 3,
        waiting: 1,
      }),
      {
        capabilities: ["tools", "resources", "prompts", "completions"],
        draft: {
          label: "GitHub",
          endpoint: { kind: "address", url: "https://api.github.example/mcp" },
          environment: [],
          headers: [{ name: "Authorization", value: null, secret: true }],
          era: "auto",
          transport: "auto",
          limits: { idle_seconds: 60, total_seconds: 600, message_mib: 16, start_seconds: null },
        },
      },
    ),
    detail(
      server("srv-linear", "Linear", "needs_sign_in", "needs you to sign in", {
        whereabouts: "remote",
        origin: "mcp.linear.example",
      }),
    ),
    detail(stopped()),
    detail(server("srv-postgres", "Postgres", "off", "off", { origin: "postgres-mcp" })),
  ];
  if (options.big) {
    all.push(
      detail(server("srv-big", "Catalogue", "ready", "ready", { origin: "catalogue", tools: 10_000 }), {
        capabilities: ["tools", "resources"],
      }),
    );
    world.tools.set("srv-big", manyTools(10_000));
    world.offers.set("srv-big", manyOffers(10_000));
  }
  for (const it of all) {
    world.servers.set(it.summary.id, it);
    world.logs.set(it.summary.id, logs());
    world.frames.set(it.summary.id, frames());
  }
  world.tools.set("srv-files", fileTools());
  world.tools.set("srv-github", gitTools());
  world.roots.set("srv-files", someRoots());
  world.offers.set("srv-files", fileOffers());
  world.offers.set("srv-github", gitOffers());
  if (options.account) {
    setScene(world, options.account);
  }
  const write = talk(world, options);
  world.waiting = [writeRequest(write), newToolRequest(), changedRequest(), launchRequest()];
  world.grants = grants();
  world.record = record();
}

function stopped() {
  const weather = server("srv-weather", "Weather", "stopped", "stopped: exited with code 127", {
    origin: "npx",
  });
  weather.state.exit_code = 127;
  weather.state.problem = problem("server.exited", {
    sentence: "“Weather” ended with code 127 before it answered. No tool was called.",
    remedy: "Check that the command exists, then start it again.",
  });
  weather.state.stderr_tail = [foreign("npm error code E404"), foreign("sh: 1: weather-mcp: not found")];
  return weather;
}

function talk(world: World, options: WorldOptions): string {
  const now = Date.now();
  const listed = call({
    id: "call-list",
    server: "srv-github",
    server_label: "GitHub",
    tool: "list_pull_requests",
    tool_shown: foreign("List pull requests"),
    arguments_line: foreign('repo: "acme/portal"  state: "merged"  since: "v2.3"'),
    outcome: "18 items, 42 KB, matches its output schema",
    record: 41,
    result: {
      blocks: [{ kind: "text", text: foreign("18 pull requests, newest first."), whole: null, bytes: 31 }],
      more_blocks: 0,
      for_person: [],
      structured: {
        items: [
          { number: 418, title: "Keep sign-in open" },
          { number: 417, title: "Export zones" },
        ],
      },
      structured_whole: null,
      matches_schema: true,
      mismatch: [],
      raw: { handle: "raw-list", bytes: 42_000 },
    },
  });
  const write = call({
    id: "call-write",
    server: "srv-files",
    server_label: "Project files",
    tool: "write_file",
    tool_shown: foreign("Write file"),
    arguments_line: foreign('path: "docs/releases/2.4.md"  content: "# Portal 2.4 …'),
    state: "waiting",
    sent_at: null,
    ended_at: null,
    request: "req-write",
  });
  world.calls.set(listed.id, listed);
  world.calls.set(write.id, write);
  const title = options.long
    ? "Release notes for 2.4 with everything that was merged since the last tag and a summary for customers"
    : "Release notes for 2.4";
  const model = "Demo model";
  const bare = (view: CallView): CallView => ({ ...view, result: null });
  world.conversations.set("conv-notes", {
    summary: { id: "conv-notes", title, updated_at: now - MINUTE, model, model_id: "demo", busy: true },
    servers: takingPart(world),
    messages: [
      {
        seq: 1,
        speaker: "person",
        at: now - 6 * MINUTE,
        streaming: false,
        by: null,
        parts: [
          {
            kind: "words",
            text: "Write release notes for 2.4 from the merged pull requests and put them in the docs folder.",
          },
        ],
      },
      {
        seq: 2,
        speaker: "model",
        at: now - 5 * MINUTE,
        streaming: false,
        by: null,
        parts: [
          {
            kind: "words",
            text: "I will list the merged pull requests since the last tag, then draft the notes.",
          },
          { kind: "call", call: bare(listed) },
          {
            kind: "words",
            text: "**18 changes** since `v2.3`. The two that people will notice:\n\n1. Sign-in stays open for 30 days\n2. Exports keep their time zone\n\nI save the draft beside the other notes.",
          },
          { kind: "call", call: bare(write) },
        ],
      },
    ],
    earlier: false,
    suggestions,
    models: choices(world),
    left_out: [],
    held: false,
    budget: budgetOf(world),
  });
  world.conversations.set("conv-flaky", {
    summary: {
      id: "conv-flaky",
      title: "Why is the build red",
      updated_at: now - 3 * HOUR,
      model,
      model_id: "demo",
      busy: false,
    },
    servers: takingPart(world),
    earlier: false,
    messages: options.given ? given(now) : everyState(now),
    suggestions,
    models: choices(world),
    left_out: [],
    held: false,
    budget: budgetOf(world),
  });
  return write.id;
}

/** One message with a call in every state, for cards. */
function everyState(now: number): Conversation["messages"] {
  const make = (id: string, over: Partial<CallView>): { kind: "call"; call: CallView } => ({
    kind: "call",
    call: call({
      id,
      server: "srv-files",
      server_label: "Project files",
      tool: "read_file",
      tool_shown: foreign("Read file"),
      arguments_line: foreign('path: "ci/last.log"'),
      ...over,
    }),
  });
  return [
    {
      seq: 1,
      speaker: "person",
      at: now,
      streaming: false,
      by: null,
      parts: [{ kind: "words", text: "Why is the build red?" }],
    },
    {
      seq: 2,
      speaker: "model",
      at: now,
      streaming: false,
      by: null,
      parts: [
        { kind: "words", text: "I look at the log." },
        make("c-done", { outcome: "1 text, 812 B" }),
        make("c-run", {
          state: "running",
          ended_at: null,
          progress: { value: 3, total: 8, message: foreign("reading part 3") },
        }),
        make("c-toolerror", { state: "tool_error", outcome: "no such file" }),
        make("c-refused", {
          state: "refused",
          sent_at: null,
          problem: problem("consent.denied", { sentence: "You denied “Read file”. It was not sent." }),
        }),
        make("c-failed", {
          state: "failed",
          problem: problem("protocol.error", {
            sentence: "“Project files” answered with an error. “Read file” brought nothing back.",
            remedy: "Read its log, then try again.",
            said: foreign("ENOENT: no such file or directory, open 'ci/last.log'"),
          }),
        }),
        make("c-cancelled", { state: "cancelled" }),
        {
          kind: "words",
          text: "| Step | Result |\n|---|---|\n| lint | passed |\n| test | failed |\n\n```sh\nnpm test -- --run gate\n```\n\n![chart](https://pictures.example/chart.png)\n\nSee [the log](https://ci.example/418).",
        },
      ],
    },
    {
      seq: 3,
      speaker: "host",
      at: now,
      streaming: false,
      by: null,
      parts: [{ kind: "words", text: "The model was stopped." }],
    },
  ];
}

/** What a model is given: a file, a search for tools, a result that waits, and one that was changed. */
function given(now: number): Conversation["messages"] {
  const of = { server: "srv-files", server_label: "Project files", tool: "read_file" };
  const held = (id: string, over: Partial<HeldResult>): Conversation["messages"][number]["parts"] => [
    {
      kind: "call",
      call: call({
        ...of,
        id,
        tool_shown: foreign("Read file"),
        arguments_line: foreign('path: "people.md"'),
      }),
    },
    { kind: "held", held: { id: `held-${id}`, call: id, state: "waiting", text: "", reason: null, ...over } },
  ];
  const base = { at: now, streaming: false, by: null };
  return [
    {
      ...base,
      seq: 1,
      speaker: "person",
      parts: [
        {
          kind: "file",
          file: {
            name: foreign("quarter.pdf"),
            kind: "pdf",
            mime: "application/pdf",
            bytes: 412_800,
            digest: "d1",
            text: null,
          },
        },
      ],
    },
    { ...base, seq: 2, speaker: "person", parts: [{ kind: "words", text: "Who should get this?" }] },
    {
      ...base,
      seq: 3,
      speaker: "model",
      streaming: true,
      parts: [
        {
          kind: "search",
          query: foreign("people and their addresses"),
          found: [
            { server: "Project files", tool: foreign("read_file") },
            { server: "GitHub", tool: foreign("list_members") },
          ],
          remark: null,
        },
        { kind: "words", text: "I read the list of people." },
        ...held("c-changed", { state: "changed", text: "Ada (ada@example.org)" }),
        ...held("c-held", { text: "Ada Lovelace, +44 20 7946 0018, ada@example.org\nBob, bob@example.org" }),
      ],
    },
  ];
}

/** What leads somewhere with the fake host's model. */
export const suggestions = ["Show me what you can do", "What is 19 plus 23?"];

/** What tools take, as the host would estimate it. */
export function budgetOf(world: World): ToolBudget {
  const servers = takingPart(world)
    .filter((it) => it.enabled)
    .map(({ id, label, tools: number }) => {
      const tools = Array.from({ length: number }, (_, index) => ({
        tool: world.tools.get(id)?.[index]?.entry.name ?? `tool_${index + 1}`,
        tokens: 180 - 7 * (index % 20),
        given: true,
      }));
      const tokens = tools.reduce((sum, it) => sum + it.tokens, 0);
      return {
        id,
        label,
        tokens,
        all: tokens,
        given: number,
        count: number,
        tools: tools.slice(0, 40),
        more: Math.max(0, number - 40),
      };
    })
    .filter((it) => it.count > 0)
    .sort((one, other) => other.tokens - one.tokens);
  const tokens = servers.reduce((sum, it) => sum + it.tokens, 0);
  return { tokens, all: tokens, most: 20_000, context: 200_000, searching: false, search: 0, servers };
}

/** The servers of a new conversation. */
export function takingPart(world: World): Conversation["servers"] {
  return [...world.servers.values()].map(({ summary }) => ({
    id: summary.id,
    label: summary.label,
    enabled: summary.state.phase === "ready",
    ready: summary.state.phase === "ready",
    tools: summary.tools,
  }));
}

function logs(): LogLine[] {
  const words = ["listening on standard input", "tools/list answered", "cache warmed", "slow disk: 212 ms"];
  return Array.from({ length: 120 }, (_, index) => ({
    seq: index + 1,
    at: Date.now() - (120 - index) * 30_000,
    source: index % 9 === 4 ? "message" : index % 31 === 7 ? "junk" : "stderr",
    level: index % 9 === 4 ? "info" : null,
    text: foreign(`${words[index % words.length]} (${index})`),
  }));
}

function grants(): GrantView[] {
  const now = Date.now();
  const base = {
    server: "srv-files",
    server_label: "Project files",
    made_at: now - 3 * DAY,
    on_hold: false,
    unused_days: null,
  };
  return [
    {
      ...base,
      id: "grant-read",
      tool: "read_file",
      tool_shown: foreign("Read file"),
      scope: "always",
      sentence: "“Read file” of “Project files” always runs without asking.",
      ends_at: null,
      last_used_at: now - 12 * MINUTE,
      uses: 41,
    },
    {
      ...base,
      id: "grant-search",
      tool: "search_files",
      tool_shown: foreign("Search files"),
      scope: "always",
      sentence: "“Search files” of “Project files” always runs without asking.",
      ends_at: null,
      made_at: now - 60 * DAY,
      last_used_at: now - 43 * DAY,
      unused_days: 43,
      uses: 7,
      on_hold: true,
    },
    {
      ...base,
      id: "grant-issues",
      server: "srv-github",
      server_label: "GitHub",
      tool: "search_issues",
      tool_shown: foreign("Search issues"),
      scope: "hour",
      sentence: "“Search issues” of “GitHub” runs without asking for an hour.",
      ends_at: now + 31 * MINUTE,
      last_used_at: null,
      uses: 0,
    },
  ];
}

/** One row of the record. */
export function recordOf(
  row: Partial<RecordRow> & Pick<RecordRow, "seq" | "what">,
  why: string,
): RecordDetail {
  return {
    row: {
      at: Date.now(),
      kind: "call",
      tool: null,
      server_label: null,
      asked_by: "you",
      outcome: "done",
      outcome_words: "done",
      duration: null,
      ...row,
    },
    why,
    sent: row.kind === undefined || row.kind === "call" ? foreign('{\n  "repo": "acme/portal"\n}') : null,
    came_back: "18 items, 42 KB, matches its output schema",
    definition: "9f2c41d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c471ab",
    shown: "5d1200aa41d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c4",
    allowed_by: null,
    hash: "c01ddd0741d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c4",
    outcome_hash: "88aa41d07be86aa7a1dd30bd5c1e9f0b6fd2a6d0d8f4f8d6a0c3b7e5a2c4ffff",
  };
}

function record(): RecordDetail[] {
  const now = Date.now();
  const told: [Partial<RecordRow> & { what: RecordRow["what"] }, string][] = [
    [
      {
        what: foreign("Write file"),
        server_label: "Project files",
        asked_by: "Demo model",
        outcome: "waiting",
        outcome_words: "waiting for you",
      },
      "A model asked and no permission covers it.",
    ],
    [
      {
        what: foreign("List pull requests"),
        server_label: "GitHub",
        asked_by: "Demo model",
        outcome_words: "allowed · once",
        duration: 800,
      },
      "You allowed it once.",
    ],
    [
      {
        what: foreign("Write file"),
        server_label: "Project files",
        asked_by: "Demo model",
        outcome: "denied",
        outcome_words: "denied by you",
      },
      "A model asked and you said no.",
    ],
    [
      {
        kind: "definition",
        what: foreign("Definition changed: Search files"),
        server_label: "Project files",
        asked_by: "the server",
        outcome: "attention",
        outcome_words: "3 permissions on hold",
      },
      "The definition is not the one you approved.",
    ],
    [
      {
        kind: "server",
        what: foreign("Started"),
        server_label: "Project files",
        asked_by: "you",
        outcome_words: "ready in 0.4 s",
        duration: 412,
      },
      "You turned it on.",
    ],
    [
      {
        kind: "server",
        what: foreign("Started"),
        server_label: "Weather",
        asked_by: "you",
        outcome: "failed",
        outcome_words: "exited with code 127",
        duration: 90,
      },
      "You turned it on.",
    ],
    [
      {
        kind: "elicitation",
        what: foreign("Asked to fill in a form"),
        server_label: "GitHub",
        asked_by: "the server",
        outcome_words: "sent by you",
      },
      "You read the form and sent it.",
    ],
    [
      {
        kind: "sampling",
        what: foreign("Words of a model, 50 tokens at most"),
        server_label: "Linear",
        asked_by: "the server",
        outcome: "denied",
        outcome_words: "denied by you",
      },
      "A server asked and you said no.",
    ],
    [
      {
        kind: "roots",
        what: foreign("Asked for its folders"),
        server_label: "Project files",
        asked_by: "the server",
        outcome_words: "told",
      },
      "You read the folders and allowed it to know them, until that is changed.",
    ],
    [
      {
        kind: "grant",
        what: foreign("Permission given: Read file"),
        server_label: "Project files",
        asked_by: "you",
        outcome_words: "always",
      },
      "You allowed it for good.",
    ],
  ];
  return Array.from({ length: 60 }, (_, index) => {
    const [row, why] = told[index % told.length] ?? [{ what: foreign("Started") }, ""];
    return recordOf({ ...row, seq: 120 - index * 2, at: now - index * 4 * MINUTE }, why);
  });
}
