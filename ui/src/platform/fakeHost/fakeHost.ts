import type {
  About,
  Answer,
  CallView,
  ConversationSummary,
  EventBatch,
  Filled,
  Frame,
  HostEvent,
  Message,
  Part,
  Phase,
  Problem,
  ProviderView,
  Request,
  RootList,
  ServerAccount,
  ServerDraft,
  Snapshot,
  ToolDetail,
} from "../../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "../platform";
import { accountHandlers, blankAccount } from "./accounts";
import { amended } from "./amend";
import { rootNote, rootRow } from "./asking";
import { chatHandlers } from "./chats";
import { checkForm } from "./check";
import { mark, picture, sound } from "./contents";
import { flowHandlers } from "./flows";
import { callTo, detail, foreign, freshId, problem, request, server } from "./make";
import { DemoModel } from "./model";
import { choices, modelHandlers } from "./models";
import { readings } from "./reading";
import { changedRequest, launchAsked } from "./requests";
import { answerRequest } from "./sampling";
import { makeWorld, type World, type WorldOptions } from "./seed";
import { taskHandlers } from "./tasks";
import { demoTools } from "./tools";

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply says nothing.
type Reply<K extends Command> = ReplyOf<K> | (null extends ReplyOf<K> ? void : never);
/** What answers a command. Each file has the handlers of its commands. */
export type Handlers = { [K in Command]: (args: Args<K>) => Reply<K> | Promise<Reply<K>> };

export interface FakeHostOptions extends WorldOptions {
  /** Milliseconds between two steps of the demo model and of a running call. */
  pace?: number;
  /** Changes the world before anybody looks. */
  prepare?: (world: World) => void;
}

const GUARD = 500;

/** A question that was answered yes. */
const YES: Answer["kind"][] = ["allow_once", "allow", "allow_while", "accept_varying"];

/** What is there, or the problem that it is not. */
export function found<Item>(item: Item | undefined, what: string): Item {
  if (item === undefined) {
    throw problem("not_found", { sentence: `This ${what} does not exist any more.` });
  }
  return item;
}

/**
 * A host for tests: the commands and events on plain data in memory, with the gate's guard, nonces and digests.
 * What a test needs beyond that it scripts with `reply` and `emit`. It proves nothing about the real host.
 */
export class FakeHost implements Platform {
  readonly world: World;
  readonly pace: number;
  /** Every call that was made. */
  readonly asked: { name: Command; args: unknown }[] = [];
  readonly model: DemoModel;
  /** Of the file with secrets, where one was chosen. */
  passphrase: string | null = null;
  #sequence = 0;
  #hear: (batch: EventBatch) => void = () => {};
  #attended = new Map<string, { nonce: string; at: number }>();
  /** What was typed into forms, as the host keeps it. */
  #filled = new Map<string, Filled>();
  #drafts = new Map<string, ServerDraft>();
  #failing = new Map<Command, Problem>();
  readonly #handlers: Partial<Handlers>;

  constructor({ pace = 250, prepare, ...world }: FakeHostOptions = {}) {
    this.world = makeWorld(world);
    prepare?.(this.world);
    this.pace = pace;
    this.model = new DemoModel(this);
    this.#handlers = {
      ...readings(this),
      ...taskHandlers(this),
      ...modelHandlers(this),
      ...chatHandlers(this),
      ...flowHandlers(this),
      ...accountHandlers(this),
      ...this.#servers(),
      ...this.#tools(),
      ...this.#gate(),
      ...this.#others(),
    };
  }

  async call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
    this.asked.push({ name, args });
    const failure = this.#failing.get(name);
    if (failure) {
      this.#failing.delete(name);
      throw failure;
    }
    const handler = this.#handlers[name];
    if (handler === undefined) {
      throw new Error(`the fake host has no reply to “${name}”: script one`);
    }
    return structuredClone((await handler(args)) ?? null) as ReplyOf<K>;
  }

  attach(hear: (batch: EventBatch) => void): Promise<Snapshot> {
    this.#hear = hear;
    return this.call("attach", { channel: "" });
  }

  /** From now on this command is answered so. `usual` is what it was answered without. */
  reply<K extends Command>(
    name: K,
    handler: (args: Args<K>, usual: Handlers[K]) => ReturnType<Handlers[K]>,
  ): void {
    const usual = this.#handlers[name] as Handlers[K];
    Object.assign(this.#handlers, { [name]: (args: Args<K>) => handler(args, usual) });
  }

  /** The next call of this name fails so. */
  failNext(name: Command, failure: Partial<Problem> & Pick<Problem, "code" | "sentence">): void {
    this.#failing.set(name, problem(failure.code, failure));
  }

  /** Sends events, as the host would. */
  emit(...events: HostEvent[]): void {
    this.#sequence += events.length;
    this.#hear({ sequence: this.#sequence, events: structuredClone(events) });
  }

  /** Events that never reach the window: the next ones leave a gap. */
  lose(count: number): void {
    this.#sequence += count;
  }

  tellWaiting(): void {
    this.emit({ kind: "waiting", waiting: this.world.waiting });
  }

  tellConversations(): void {
    this.emit({ kind: "conversations", conversations: this.summaries() });
  }

  tellCall(view: CallView): void {
    this.world.calls.set(view.id, view);
    this.emit({ kind: "call", call: { ...view, result: null } });
  }

  tellModels(providers: ProviderView[]): void {
    this.world.providers = providers;
    for (const conversation of this.world.conversations.values()) {
      conversation.models = choices(this.world);
    }
    this.emit({ kind: "models", providers });
  }

  account(id: string): ServerAccount {
    return this.world.accounts.get(id) ?? blankAccount(this.server(id));
  }

  tellAccount(id: string, over: Partial<ServerAccount>): ServerAccount {
    const account = { ...this.account(id), ...over };
    this.world.accounts.set(id, account);
    this.emit({ kind: "account", account });
    return account;
  }

  setPhase(id: string, phase: Phase, words: string = phase): void {
    const { summary } = this.server(id);
    summary.enabled = phase !== "off";
    const state = { phase, words, since: Date.now(), problem: null, stderr_tail: [] };
    summary.state = { ...summary.state, ...state };
    this.emit({ kind: "server", server: summary });
  }

  /** Something waits from now on. */
  ask(...requests: Request[]): void {
    this.world.waiting.push(...requests);
    this.tellWaiting();
  }

  /** The person put something into a conversation. */
  putIn(conversation: string, parts: Part[]): void {
    const { messages } = this.conversation(conversation);
    const seq = (messages.at(-1)?.seq ?? 0) + 1;
    const message: Message = { seq, speaker: "person", at: Date.now(), streaming: false, by: null, parts };
    messages.push(message);
    this.emit({ kind: "message", conversation, message });
  }

  server(id: string) {
    return found(this.world.servers.get(id), "server");
  }

  conversation(id: string) {
    return found(this.world.conversations.get(id), "conversation");
  }

  summaries(): ConversationSummary[] {
    const all = [...this.world.conversations.values()].map((it) => it.summary);
    return all.sort((one, other) => other.updated_at - one.updated_at);
  }

  #snapshot(): Snapshot {
    const { servers, waiting, tasks, settings, about } = this.world;
    return {
      sequence: this.#sequence,
      servers: [...servers.values()].map((it) => it.summary),
      waiting,
      conversations: this.summaries(),
      tasks,
      settings,
      about,
    };
  }

  #tool(server: string, name: string): ToolDetail | undefined {
    return this.world.tools.get(server)?.find((it) => it.entry.name === name);
  }

  #frame(server: string, seq: number): Frame {
    return found(
      this.world.frames.get(server)?.find((it) => it.seq === seq),
      "frame",
    );
  }

  #servers() {
    const propose = (draft: ServerDraft, id: string, question: string, because: string | null = null) => {
      const about = this.world.servers.get(id)?.summary;
      const ref = { id, label: draft.label, whereabouts: about?.whereabouts ?? "local", origin: draft.label };
      const asked = launchAsked(draft, { changes: id === "" ? null : id, because });
      const made = request(freshId("req"), question, ref, asked, { kind: "person" });
      this.#drafts.set(made.id, draft);
      this.ask(made);
      return made;
    };
    return {
      attach: () => this.#snapshot(),
      quit: () => null,
      servers: () => this.#snapshot().servers,
      server: ({ id }) => this.server(id),
      propose_server: ({ draft, changes }) => {
        const { label } = draft;
        const all = [...this.world.servers.values()].map((it) => it.summary);
        if (all.some((it) => it.label === label && it.id !== changes)) {
          throw problem("server.label_taken", {
            sentence: `There is already a server called “${label}”. Nothing was added.`,
            remedy: "Choose another label.",
          });
        }
        const question = changes
          ? `Change “${label}”?`
          : `Add “${label}”? It runs a program on this computer`;
        return propose(draft, changes ?? "", question);
      },
      set_enabled: ({ id, enabled }) => this.setPhase(id, enabled ? "ready" : "off"),
      set_sampling: ({ server: id, allowed }) => {
        const { summary } = this.server(id);
        summary.sampling = allowed;
        this.emit({ kind: "server", server: summary });
      },
      restart_server: ({ id }) => this.setPhase(id, "starting"),
      remove_server: ({ id }) => {
        this.world.servers.delete(id);
        this.emit({ kind: "server_removed", id }, { kind: "grants" });
      },
      logs: ({ server: id, after }) => ({
        lines: (this.world.logs.get(id) ?? []).filter((it) => it.seq > after),
        dropped: 0,
      }),
      frames: ({ server: id, after }) => ({
        frames: (this.world.frames.get(id) ?? []).filter((it) => it.seq > after),
        dropped: 0,
      }),
      frame_text: ({ server: id, seq }) => {
        const { text } = this.#frame(id, seq).head;
        return foreign(text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text);
      },
      find_frames: ({ server: id, words, after }) => {
        const all = (this.world.frames.get(id) ?? []).filter((it) => it.seq > after);
        const hits = all.filter((it) => it.head.text.toLowerCase().includes(words.toLowerCase()));
        return { hits: hits.map((it) => it.seq), through: all.at(-1)?.seq ?? after };
      },
      frame_call: ({ server: id, seq }) => {
        const { params } = JSON.parse(this.#frame(id, seq).head.text);
        const text = JSON.stringify(params.arguments ?? {});
        return { tool: params.name, arguments: text, hidden: text.includes("•••") };
      },
      export_frames: () => "/home/ada/Downloads/portcullis-frames.jsonl",
      roots: ({ server: id }) => this.#roots(id),
      add_root: ({ server: id }) => {
        const { folders } = this.#roots(id);
        const added = rootRow(`/home/ada/picked-${folders.length + 1}`, { added_at: Date.now() });
        return this.#setRoots(id, { folders: [...folders, added] });
      },
      remove_root: ({ server: id, path }) =>
        this.#setRoots(id, { folders: this.#roots(id).folders.filter((it) => it.path !== path) }),
      withhold_roots: ({ server: id, withheld }) =>
        this.#setRoots(id, { access: withheld ? "withheld" : "ask" }),
    } satisfies Partial<Handlers>;
  }

  #tools() {
    return {
      tools: ({ server: id, query }) => {
        const all = this.world.tools.get(id) ?? [];
        const words = ({ entry }: ToolDetail) =>
          `${entry.name} ${entry.title?.text ?? ""} ${entry.summary.text}`.toLowerCase();
        const tools = all.filter((it) => words(it).includes(query.toLowerCase())).map((it) => it.entry);
        const counts = { total: all.length, found: tools.length, beyond_limit: 0 };
        return { ...counts, tools, excluded: [], problem: null };
      },
      tool: ({ server: id, tool }) => {
        const known = this.#tool(id, tool);
        if (known === undefined) {
          throw problem("tool.unknown", { sentence: "This tool is not there any more." });
        }
        return known;
      },
      review_tool: ({ server: id, tool }) => {
        const known = this.world.waiting.find((it) => it.asked.kind === "changed" && it.asked.tool === tool);
        if (known) {
          return known;
        }
        const { diff, notes } = found(this.#tool(id, tool), "tool");
        const made = changedRequest(tool, this.server(id).summary, { diff, notes, varying: [] });
        this.ask(made);
        return made;
      },
      check_arguments: ({ server: id, tool, arguments: given }) => {
        const { required = [] } = JSON.parse(this.#tool(id, tool)?.input_schema ?? "{}");
        const values = JSON.parse(given);
        return (required as string[])
          .filter((name) => values[name] === undefined || values[name] === "")
          .map((name) => ({ path: `/${name}`, message: "is needed" }));
      },
      start_call: ({ server: id, tool, arguments: given, definition }) => {
        const about = this.server(id).summary;
        const known = this.#tool(id, tool);
        if (known?.digest !== definition) {
          throw problem("tool.changed", {
            sentence: `“${tool}” of “${about.label}” is not the definition you saw. It was not called.`,
            remedy: "Look at the new definition.",
          });
        }
        const title = known?.entry.title?.text ?? tool;
        const now = { state: "running", asked_at: Date.now(), ended_at: null } as const;
        const view = callTo(about, freshId("call"), tool, title, given.slice(0, 200), now);
        this.world.calls.set(view.id, view);
        setTimeout(() => this.model.run(view), 0);
        return view;
      },
      cancel_call: ({ call: id }) => this.model.cancel(found(this.world.calls.get(id), "call")),
      call: ({ call: id }) => found(this.world.calls.get(id), "call"),
      read_payload: ({ handle, offset }) => ({
        text: `${handle}: content from ${offset}\n`.repeat(40),
        next: offset === 0 ? 4_096 : null,
        bytes: 8_192,
      }),
      payload_url: ({ handle }) => (handle === "sound" ? sound : picture),
      save_payload: ({ name }) => `/home/ada/Downloads/${name}`,
      media_url: ({ digest }) => (digest.startsWith("sound") ? sound : picture),
      save_media: ({ name }) => `/home/ada/Downloads/${name}`,
      icon: () => mark,
    } satisfies Partial<Handlers>;
  }

  #gate() {
    return {
      attend: ({ request: id, nonce }) => {
        this.#waiting(id, nonce);
        this.#attended.set(id, { nonce, at: Date.now() });
      },
      amend: ({ request: id, nonce, arguments: text }) => {
        const waiting = this.#waiting(id, nonce);
        if (!amended(waiting.asked, text)) {
          throw problem("input.bad", { sentence: "This question cannot be changed. Nothing was changed." });
        }
        this.#renew(waiting);
        this.tellWaiting();
        return waiting;
      },
      check_form: ({ request: id, nonce, content }) => {
        const { asked } = this.#waiting(id, nonce);
        this.#filled.set(id, content);
        return asked.kind === "form" ? checkForm(asked.fields, content) : [];
      },
      filled_form: ({ request: id, nonce }) => {
        this.#waiting(id, nonce);
        return this.#filled.get(id) ?? null;
      },
      try_limits: () => ({
        covered: 1,
        calls: [
          { at: Date.now() - 3_600_000, arguments: foreign('repo: "acme/portal"'), covered: true },
          { at: Date.now() - 7_200_000, arguments: foreign('repo: "acme/other"'), covered: false },
        ],
      }),
      answer: ({ reply }) => {
        const waiting = this.#waiting(reply.request, reply.nonce);
        if (waiting.digest !== reply.digest) {
          throw problem("consent.stale", { sentence: "This request changed. Nothing was done." });
        }
        const attended = this.#attended.get(reply.request);
        if (attended?.nonce !== reply.nonce || Date.now() - attended.at < GUARD) {
          const sentence = "The answer came before the request could be read. Nothing was done.";
          throw problem("consent.too_soon", { sentence });
        }
        this.#decide(waiting, reply.answer);
      },
      stop_everything: () => {
        this.model.cancelAll();
        this.world.waiting = [];
        this.tellWaiting();
        for (const id of this.world.servers.keys()) {
          this.setPhase(id, "off");
        }
      },
      grants: () => this.world.grants,
      revoke: ({ grant }) => {
        this.#revoke((it) => it.id === grant);
      },
      revoke_server: ({ server: id }) => this.#revoke((it) => it.server === id),
      revoke_these: ({ grants }) => this.#revoke((it) => grants.includes(it.id)),
      revoke_all: () => this.#revoke(() => true),
    } satisfies Partial<Handlers>;
  }

  #others() {
    const { world } = this;
    return {
      record: ({ filter: { text, kind, outcome }, before }) => {
        const words = text?.toLowerCase() ?? "";
        const rows = world.record
          .map((it) => it.row)
          .filter(
            (it) =>
              (before === null || it.seq < before) &&
              (kind === null || it.kind === kind) &&
              (outcome === null || it.outcome === outcome) &&
              `${it.what.text} ${it.server_label} ${it.outcome_words}`.toLowerCase().includes(words),
          );
        const page = rows.slice(0, 40);
        const next = rows.length > 40 ? (page.at(-1)?.seq ?? null) : null;
        return { rows: page, next, total: world.record.length * 2 };
      },
      record_detail: ({ seq }) =>
        found(
          world.record.find((it) => it.row.seq === seq),
          "row",
        ),
      verify_record: () => ({
        rows: 120,
        first_broken: null,
        head: { row: 120, hash: "c01ddd07".repeat(8) },
        kept: { kind: "confirmed", through: 120 },
        expected: null,
        sentence: "The chain is consistent, and ends where the keychain says: 120 rows checked.",
      }),
      export_record: ({ format }) => `/home/ada/record.${format}`,
      set_settings: ({ settings: change }) => {
        const settings = { ...world.settings, ...change };
        world.settings = settings;
        this.emit({ kind: "settings", settings });
        return settings;
      },
      about: () => world.about,
      restore_backup: () => {
        world.about = { ...world.about, store: null, restorable: null };
      },
      keep_secrets_in_file: ({ passphrase }) => this.#secretsIn(passphrase),
      keep_secrets_in_keychain: () => this.#secretsIn(null),
      unlock_secrets: ({ passphrase }) => {
        if (passphrase !== this.passphrase) {
          throw problem("vault.locked", {
            sentence:
              "This is not the passphrase of the file with your secrets, or the file is damaged. It stays closed.",
            remedy: "Type the passphrase again.",
          });
        }
        return this.#secretsIn(passphrase);
      },
    } satisfies Partial<Handlers>;
  }

  #waiting(id: string, nonce: string): Request {
    const waiting = this.world.waiting.find((it) => it.id === id);
    if (waiting?.nonce !== nonce) {
      throw problem("consent.stale", { sentence: "This request is no longer waiting. Nothing was done." });
    }
    return waiting;
  }

  /** A changed request is another one. */
  #renew(waiting: Request): void {
    waiting.nonce = freshId("nonce");
    waiting.digest = freshId("digest").padEnd(64, "0");
  }

  #decide(waiting: Request, answer: Answer): void {
    const all = answer.kind === "deny_all_from_server";
    const ends = (it: Request) => it === waiting || (all && it.server.id === waiting.server.id);
    const gone = this.world.waiting.filter(ends);
    this.world.waiting = this.world.waiting.filter((it) => !ends(it));
    this.tellWaiting();
    for (const it of gone) {
      this.#answered(it, answer);
    }
    if (answer.kind === "turn_off") {
      this.setPhase(waiting.server.id, "off");
    }
  }

  /** What follows from an answer, as far as the window shows it. */
  #answered({ asked, server: of, id }: Request, answer: Answer): void {
    const yes = YES.includes(answer.kind);
    const draft = this.#drafts.get(id);
    if (asked.kind === "tool") {
      const view = this.world.calls.get(asked.call);
      if (view && yes) {
        this.model.run(view);
      } else if (view) {
        const sentence = `You denied “${view.tool_shown.text}”. It was not sent.`;
        const why = problem("consent.denied", { sentence });
        this.model.keep({ ...view, state: "refused", request: null, ended_at: Date.now(), problem: why });
      }
    } else if (asked.kind === "launch" && draft && ["add", "add_and_start"].includes(answer.kind)) {
      this.#added(asked.changes ?? freshId("srv"), draft, answer.kind === "add_and_start");
    } else if (asked.kind === "changed" && yes) {
      const tool = this.#tool(of.id, asked.tool);
      if (tool) {
        tool.entry.state = { kind: "known", since: Date.now() };
        tool.diff = [];
      }
      this.emit({ kind: "tools", server: of.id });
    } else if (asked.kind === "sampling" && yes) {
      const { model, request_json, cause } = asked;
      this.ask({ ...answerRequest({ model, request_json, cause }), id: freshId("req"), server: of });
    }
  }

  #added(id: string, draft: ServerDraft, start: boolean): void {
    const { label, endpoint } = draft;
    const phase = start ? "ready" : "off";
    const tools = demoTools();
    const made = server(id, label, phase, phase, { demo: endpoint.kind === "demo", tools: tools.length });
    this.world.servers.set(id, { ...detail(made), draft });
    this.world.tools.set(id, tools);
    this.emit({ kind: "server", server: made }, { kind: "tools", server: id });
  }

  #roots(id: string): RootList {
    return this.world.roots.get(id) ?? { folders: [], access: "ask", note: rootNote };
  }

  /** Whoever waits for folders is asked again where they changed. */
  #setRoots(id: string, over: Partial<RootList>): RootList {
    const list = { ...this.#roots(id), ...over };
    this.world.roots.set(id, list);
    for (const it of this.world.waiting) {
      if (it.server.id === id && it.asked.kind === "roots") {
        it.asked.folders = list.folders;
        this.#renew(it);
      }
    }
    this.emit({ kind: "roots", server: id });
    this.tellWaiting();
    return list;
  }

  #revoke(ends: (grant: World["grants"][number]) => boolean): number {
    const before = this.world.grants.length;
    this.world.grants = this.world.grants.filter((it) => !ends(it));
    this.emit({ kind: "grants" });
    return before - this.world.grants.length;
  }

  /** In a file with this passphrase, or in the keychain. */
  #secretsIn(passphrase: string | null): About {
    this.passphrase = passphrase;
    const secrets =
      passphrase === null ? { kind: "keychain" as const } : { kind: "file" as const, open: true };
    this.world.about = { ...this.world.about, keychain: null, secrets };
    return this.world.about;
  }
}
