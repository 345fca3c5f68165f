import type {
  About,
  Asked,
  CallView,
  Commands,
  ConversationSummary,
  EndedBy,
  EventBatch,
  GateCommands,
  GateView,
  HostEvent,
  Message,
  Part,
  Phase,
  Problem,
  ProviderView,
  Request,
  ServerAccount,
  ServerDraft,
  Snapshot,
  WaitingRequest,
} from "../../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "../platform";
import { accountHandlers, blankAccount } from "./accounts";
import { chatHandlers } from "./chats";
import { mark } from "./contents";
import { flowHandlers } from "./flows";
import { Front } from "./front";
import { gateHandlers } from "./gate";
import { alikeKey, freshId, message, noServer, one, problem, request, setting, waitingOf } from "./make";
import { DemoModel } from "./model";
import { choices, modelHandlers } from "./models";
import { readings } from "./reading";
import { registryHandlers } from "./registry";
import { makeWorld, type World, type WorldOptions } from "./seed";
import { serverHandlers } from "./servers";
import { taskHandlers } from "./tasks";

/** Of both pages. */
type Every = Commands & GateCommands;
type Name = keyof Every;
type RawReply<K extends Name> = Every[K]["reply"];
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply says nothing.
type Reply<K extends Name> = RawReply<K> | (null extends RawReply<K> ? void : never);
/** What answers a command. Each file has the handlers of its commands. */
export type Handlers = { [K in Name]: (args: Every[K]["arguments"]) => Reply<K> | Promise<Reply<K>> };

export interface FakeHostOptions extends WorldOptions {
  /** Changes the world before anybody looks. */
  prepare?: (world: World) => void;
}

/** Commands that return what the world holds. */
const STORED: {
  [K in Name]?: { [Of in keyof World]: World[Of] extends RawReply<K> ? Of : never }[keyof World];
} = {
  about: "about",
  bundle: "bundle",
  choose_export_file: "exportFile",
  choose_project: "project",
  configurations: "configurations",
  dropped: "drop",
  export_targets: "exportTargets",
  fetches: "fetches",
  find_providers: "found",
  grants: "grants",
  models: "providers",
  offered_install: "offeredInstall",
  profiles: "profiles",
  read_servers: "pasted",
  registry: "registry",
  suggested_servers: "suggested",
};

/** Commands that return the same always. */
const FIXED: { [K in Name]?: RawReply<K> } = {
  cancel_registry_download: null,
  check_arguments: [],
  close_chats: null,
  complete: { values: [], total: null, has_more: false },
  drawn: null,
  export_frames: "/home/ada/Downloads/portcullis-frames.jsonl",
  export_kubernetes: "/home/ada/Downloads/notes.yaml",
  go_on: null,
  icon: mark,
  place_message_field: null,
  quit: null,
  stop_reading: null,
  stop_task: null,
};

/**
 * A host for tests: the commands and events on plain data in memory, with the gate's guard, nonces and digests.
 * What a test needs beyond that it scripts with `reply` and `emit`. It proves nothing about the real host.
 */
export class FakeHost implements Platform {
  readonly world: World;
  /** Every call that was made, by either page. */
  readonly asked: { name: Name; args: unknown }[] = [];
  readonly model: DemoModel;
  /** Of the servers that wait to be added or changed, by request. */
  readonly drafts = new Map<string, ServerDraft>();
  /** The system starts the program at sign-in. */
  autostart = false;
  #sequence = 0;
  #hear: (batch: EventBatch) => void = () => {};
  #hearGate: (view: GateView) => void = () => {};
  #failing = new Map<Name, Problem>();
  /** What stands at the gate. */
  readonly front = new Front();
  /** What the page of the gate is given in place of the platform. */
  readonly gate = {
    call: <K extends keyof GateCommands>(name: K, args: GateCommands[K]["arguments"]) =>
      this.#ask(name, args),
    attach: (hear: (view: GateView) => void): Promise<GateView> => {
      this.#hearGate = hear;
      return this.#ask("attach_gate", { channel: "" });
    },
  };
  readonly #handlers: Partial<Handlers>;

  constructor({ prepare, ...world }: FakeHostOptions = {}) {
    this.world = makeWorld(world);
    prepare?.(this.world);
    this.model = new DemoModel(this);
    this.#handlers = {
      ...readings(this),
      ...taskHandlers(this),
      ...modelHandlers(this),
      ...chatHandlers(this),
      ...flowHandlers(this),
      ...accountHandlers(this),
      ...serverHandlers(this),
      ...registryHandlers(this),
      ...gateHandlers(this),
      ...this.#others(),
    };
  }

  /** The arguments with which either page called this, each time. */
  sent<K extends Name>(name: K): Every[K]["arguments"][] {
    return this.asked.filter((it) => it.name === name).map((it) => it.args as Every[K]["arguments"]);
  }

  call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
    return this.#ask(name, args);
  }

  async #ask<K extends Name>(name: K, args: Every[K]["arguments"]): Promise<RawReply<K>> {
    this.asked.push({ name, args });
    const failure = this.#failing.get(name);
    if (failure) {
      this.#failing.delete(name);
      throw failure;
    }
    const handler = this.#handlers[name] ?? this.#stored(name);
    return structuredClone((await handler(args)) ?? null) as RawReply<K>;
  }

  /** The handler of a command for which nothing is computed. */
  #stored(name: Name) {
    return () => {
      const stored = STORED[name];
      if (stored === undefined && !(name in FIXED)) {
        throw new Error(`the fake host has no reply to “${name}”: script one`);
      }
      return stored === undefined ? FIXED[name] : this.world[stored];
    };
  }

  attach(hear: (batch: EventBatch) => void): Promise<Snapshot> {
    this.#hear = hear;
    return this.call("attach", { channel: "" });
  }

  /** From now on this command is answered so. `usual` is what it was answered without. */
  reply<K extends Name>(
    name: K,
    handler: (args: Every[K]["arguments"], usual: Handlers[K]) => ReturnType<Handlers[K]>,
  ): void {
    const usual = (this.#handlers[name] ?? this.#stored(name)) as Handlers[K];
    Object.assign(this.#handlers, { [name]: (args: Every[K]["arguments"]) => handler(args, usual) });
  }

  /** The next call of this name fails so. */
  failNext(name: Name, failure: Partial<Problem> & Pick<Problem, "code" | "sentence">): void {
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
    this.emit({ kind: "waiting", waiting: this.world.waiting.map(waitingOf) });
    this.tellGate();
  }

  /** The gate shows what is in front now. */
  tellGate(): void {
    this.#hearGate(structuredClone(this.gateView()));
  }

  gateView(): GateView {
    const { waiting, settings, about } = this.world;
    const ids = waiting.map((it) => it.id);
    const [first, ...rest] = this.front.choose(waiting);
    return {
      request: first?.request ?? null,
      ended: first?.ended ?? null,
      together: rest,
      alike: first ? this.alike(first.request).length : 0,
      waiting: ids,
      appearance: settings.appearance,
      language: settings.language === "system" ? about.system_language : settings.language,
    };
  }

  /** Those that can be shown together with this one, itself first. */
  alike(request: Request): Request[] {
    const key = alikeKey(request);
    const others = this.world.waiting.filter((it) => it.id !== request.id && alikeKey(it) === key);
    return key !== null && this.world.waiting.includes(request) ? [request, ...others].slice(0, 8) : [];
  }

  /** A request ends on its own. Where it is in front, it stays there with how it ended. */
  end(id: string, why: EndedBy, at = Date.now()): void {
    this.front.end(id, { why, at });
    this.world.waiting = this.world.waiting.filter((it) => it.id !== id);
    this.tellWaiting();
  }

  tellConversations(): void {
    this.emit({ kind: "conversations", conversations: this.summaries() });
  }

  tellCall(view: CallView): CallView {
    this.world.calls.set(view.id, view);
    const call = { ...view, result: null };
    this.emit({ kind: "call", call });
    return call;
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

  /** A person asks for what needs an approval. */
  propose(
    question: string,
    server = noServer(),
    asked: Asked = setting(),
    draft?: ServerDraft,
  ): WaitingRequest {
    const made = request(freshId("req"), question, server, asked, { kind: "person" });
    if (draft !== undefined) {
      this.drafts.set(made.id, draft);
    }
    this.ask(made);
    return waitingOf(made);
  }

  /** The world has something else now, and whoever shows it is told. */
  put<K extends keyof World>(name: K, value: World[K], ...events: HostEvent[]): void {
    this.world[name] = value;
    this.emit(...events);
  }

  /** The person put something into a conversation; `place`: where, when it takes the place of something else. */
  putIn(conversation: string, parts: Part[], place?: Pick<Message, "seq" | "parent" | "branch">): number {
    const { messages } = this.conversation(conversation);
    const seq = place?.seq ?? (messages.at(-1)?.seq ?? 0) + 1;
    this.tellMessage(conversation, message(parts, { ...place, seq, speaker: "person", at: Date.now() }));
    return seq;
  }

  /** A conversation has one more message. */
  tellMessage(conversation: string, message: Message): void {
    this.conversation(conversation).messages.push(message);
    this.emit({ kind: "message", conversation, message });
  }

  server(id: string) {
    return this.world.server(id);
  }

  tool(server: string, name: string) {
    return this.world.tool(server, name);
  }

  conversation(id: string) {
    return this.world.conversation(id);
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
      waiting: waiting.map(waitingOf),
      conversations: this.summaries(),
      tasks,
      settings,
      about,
    };
  }

  #others() {
    const { world } = this;
    return {
      attach: () => this.#snapshot(),
      servers: () => this.#snapshot().servers,
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
      record_detail: ({ seq }) => one(world.record, (it) => it.row.seq === seq, "row"),
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
        this.tellGate();
        return settings;
      },
      autostart: () => this.autostart,
      set_autostart: ({ on }) => {
        this.autostart = on;
        return on;
      },
      restore_backup: () => {
        world.about = { ...world.about, store: null, restorable: null };
      },
      keep_secrets_in_file: () => this.#secretsIn({ kind: "file", open: true }),
      keep_secrets_in_keychain: () => this.#secretsIn({ kind: "keychain" }),
      unlock_secrets: () => this.#secretsIn({ kind: "file", open: true }),
    } satisfies Partial<Handlers>;
  }

  #secretsIn(secrets: About["secrets"]): About {
    this.world.about = { ...this.world.about, keychain: null, secrets };
    return this.world.about;
  }
}
