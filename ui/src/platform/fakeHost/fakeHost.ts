import type * as Host from "../../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "../platform";
import { accountHandlers, blankAccount } from "./accounts";
import { chatHandlers } from "./chats";
import { flowHandlers } from "./flows";
import { Front } from "./front";
import { gateHandlers } from "./gate";
import { GivenPayloads } from "./givenPayloads";
import { alikeKey, freshId, message, noServer, one, problem, request, setting, waitingOf } from "./make";
import { DemoModel } from "./model";
import { choices, modelHandlers } from "./models";
import { readings } from "./reading";
import { registryHandlers } from "./registry";
import { type Every, makeWorld, type Name, type Replies, type World, type WorldOptions } from "./seed";
import { serverHandlers } from "./servers";

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a reply says nothing.
type Reply<K extends Name> = Replies[K] | (null extends Replies[K] ? void : never);
/** What answers a command. Each file has the handlers of its commands. */
export type Handlers = { [K in Name]: (args: Every[K]["arguments"]) => Reply<K> | Promise<Reply<K>> };

/** Commands of which a test sees that they were given, and that need no answer. */
const NOTED = new Set(
  (
    "answer_held cancel_registry_download choose_export_file choose_project close_chats drawn " +
    "export_result go_on place_message_field quit stop_reading stop_task"
  ).split(" "),
);

export interface FakeHostOptions extends WorldOptions {
  /** Changes the world before anybody looks. */
  prepare?: (world: World) => void;
}

/**
 * A host for tests: the commands and events on plain data in memory, with the nonces and digests of the gate.
 * What a test needs beyond that it scripts with `reply` and `emit`. It proves nothing about the real host.
 */
export class FakeHost implements Platform {
  readonly world: World;
  /** Every call that was made, by either page. */
  readonly asked: { name: Name; args: unknown }[] = [];
  readonly model: DemoModel;
  /** What can be read of the results that it told of. */
  readonly payloads = new GivenPayloads();
  /** Of the servers that wait to be added or changed, by request. */
  readonly drafts = new Map<string, Host.ServerDraft>();
  #sequence = 0;
  #hear: (batch: Host.EventBatch) => void = () => {};
  #hearGate: (view: Host.GateView) => void = () => {};
  #failing = new Map<Name, Host.Problem>();
  readonly server = (id: string) => this.world.server(id);
  readonly tool = (server: string, name: string) => this.world.tool(server, name);
  readonly conversation = (id: string) => this.world.conversation(id);
  /** What stands at the gate. */
  readonly front = new Front();
  /** What the page of the gate is given in place of the platform. */
  readonly gate = {
    call: <K extends keyof Host.GateCommands>(name: K, args: Host.GateCommands[K]["arguments"]) =>
      this.#ask(name, args),
    attach: (hear: (view: Host.GateView) => void): Promise<Host.GateView> => {
      this.#hearGate = hear;
      return this.#ask("attach_gate", { channel: "" });
    },
  };
  readonly #handlers: Partial<Handlers>;

  constructor({ prepare, ...world }: FakeHostOptions = {}) {
    this.world = makeWorld(world);
    prepare?.(this.world);
    this.payloads.give(this.world);
    this.model = new DemoModel(this);
    this.#handlers = {
      ...readings(this),
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

  async #ask<K extends Name>(name: K, args: Every[K]["arguments"]): Promise<Replies[K]> {
    this.asked.push({ name, args });
    const failure = this.#failing.get(name);
    if (failure) {
      this.#failing.delete(name);
      throw failure;
    }
    const handler = this.#handlers[name] ?? this.#stored(name);
    const reply = (await handler(args)) ?? null;
    this.payloads.give(reply);
    return structuredClone(reply) as Replies[K];
  }

  /** The handler of a command for which nothing is computed: it is a proposal, or the world has its answer. */
  #stored(name: Name) {
    return () => {
      if (name.startsWith("propose_")) return this.propose("Do what was proposed?");
      const { answers, ...kept } = this.world;
      if (name in kept) return kept[name as keyof typeof kept];
      if (name in answers || NOTED.has(name)) return answers[name];
      throw new Error(`the fake host has no reply to “${name}”: script one`);
    };
  }

  attach(hear: (batch: Host.EventBatch) => void): Promise<Host.Snapshot> {
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

  /** From now on this command is answered once what this returns is called. */
  hold(name: Name): () => void {
    const usual = (this.#handlers[name] ?? this.#stored(name)) as (args: unknown) => unknown;
    let answer = () => {};
    const held = async (args: unknown) => {
      await new Promise<void>((done) => (answer = done));
      return usual(args);
    };
    Object.assign(this.#handlers, { [name]: held });
    return () => answer();
  }

  /** The next call of this name fails so. */
  failNext(name: Name, failure: Partial<Host.Problem> & Pick<Host.Problem, "code" | "sentence">): void {
    this.#failing.set(name, problem(failure.code, failure));
  }

  /** Sends events, as the host would. */
  emit(...events: Host.HostEvent[]): void {
    this.#sequence += events.length;
    this.payloads.give(events);
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
    const view = this.gateView();
    this.payloads.give(view);
    this.#hearGate(structuredClone(view));
  }

  gateView(): Host.GateView {
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
  alike(request: Host.Request): Host.Request[] {
    const key = alikeKey(request);
    const others = this.world.waiting.filter((it) => it.id !== request.id && alikeKey(it) === key);
    return key !== null && this.world.waiting.includes(request) ? [request, ...others].slice(0, 8) : [];
  }

  /** A request ends on its own. Where it is in front, it stays there with how it ended. */
  end(id: string, why: Host.EndedBy, at = Date.now()): void {
    this.front.end(id, { why, at });
    this.world.waiting = this.world.waiting.filter((it) => it.id !== id);
    this.tellWaiting();
  }

  tellConversations(): void {
    this.emit({ kind: "conversations", conversations: this.summaries() });
  }

  tellCall(view: Host.CallView): void {
    this.world.calls.set(view.id, view);
    this.emit({ kind: "call", call: { ...view, result: null } });
  }

  tellModels(providers: Host.ProviderView[]): void {
    this.world.models = providers;
    for (const conversation of this.world.conversations.values()) {
      conversation.models = choices(this.world);
    }
    this.emit({ kind: "models", providers });
  }

  account(id: string): Host.ServerAccount {
    return this.world.accounts.get(id) ?? blankAccount(this.server(id));
  }

  tellAccount(id: string, over: Partial<Host.ServerAccount>): Host.ServerAccount {
    const account = { ...this.account(id), ...over };
    this.world.accounts.set(id, account);
    this.emit({ kind: "account", account });
    return account;
  }

  setPhase(id: string, phase: Host.Phase, words: string = phase): void {
    const { summary } = this.server(id);
    summary.enabled = phase !== "off";
    const state = { phase, words, since: Date.now(), problem: null, stderr_tail: [] };
    summary.state = { ...summary.state, ...state };
    this.emit({ kind: "server", server: summary });
  }

  /** Something waits from now on. */
  ask(...requests: Host.Request[]): void {
    this.world.waiting.push(...requests);
    this.tellWaiting();
  }

  /** A person asks for what needs an approval. */
  propose(question: string, server = noServer(), asked: Host.Asked = setting(), draft?: Host.ServerDraft) {
    const made = request(freshId("req"), question, server, asked, { kind: "person" });
    if (draft !== undefined) {
      this.drafts.set(made.id, draft);
    }
    this.ask(made);
    return waitingOf(made);
  }

  /** The world has something else now, and whoever shows it is told. */
  put<K extends keyof World>(name: K, value: World[K], ...events: Host.HostEvent[]): void {
    this.world[name] = value;
    this.emit(...events);
  }

  /** Files are held over the window or dropped on it, or no longer. */
  drop(over: Partial<Host.DropView> = {}): void {
    this.put("dropped", { over: null, files: null, attached: null, ...over }, { kind: "dropped" });
  }

  /** The person put something into a conversation; `place`: where, when it takes the place of something else. */
  putIn(
    conversation: string,
    parts: Host.Part[],
    place?: Pick<Host.Message, "seq" | "parent" | "branch">,
  ): number {
    const { messages } = this.conversation(conversation);
    const seq = place?.seq ?? (messages.at(-1)?.seq ?? 0) + 1;
    this.tellMessage(conversation, message(parts, { ...place, seq, speaker: "person", at: Date.now() }));
    return seq;
  }

  /** A conversation has one more message. */
  tellMessage(conversation: string, message: Host.Message): void {
    this.conversation(conversation).messages.push(message);
    this.emit({ kind: "message", conversation, message });
  }

  summaries(): Host.ConversationSummary[] {
    const all = [...this.world.conversations.values()].map((it) => it.summary);
    return all.sort((one, other) => other.updated_at - one.updated_at);
  }

  #snapshot(): Host.Snapshot {
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
    const about = (over: Partial<Host.About>) => Object.assign(world.about, over);
    return {
      attach: () => this.#snapshot(),
      record: ({ filter: { text }, before }) => {
        const all = world.record.map((it) => it.row).filter((it) => it.what.text.includes(text ?? ""));
        const rows = all.filter((it) => before === null || it.seq < before);
        const page = rows.slice(0, 40);
        const next = rows.length > 40 ? (page.at(-1)?.seq ?? null) : null;
        return { rows: page, next, total: world.record.length * 2 };
      },
      record_detail: ({ seq }) => one(world.record, (it) => it.row.seq === seq, "row"),
      export_record: ({ format }) => `/home/ada/record.${format}`,
      set_settings: ({ settings: change }) => {
        const settings = { ...world.settings, ...change };
        this.put("settings", settings, { kind: "settings", settings });
        this.tellGate();
        return settings;
      },
      set_autostart: ({ on }) => on,
      forget_tasks: () => {
        const kept = world.tasks.filter((it) => it.state !== "ended");
        this.put("tasks", kept, { kind: "tasks_forgotten" });
      },
      restore_backup: () => void about({ store: null, restorable: null }),
      keep_secrets_in_file: () => about({ keychain: null, secrets: { kind: "file", open: true } }),
      keep_secrets_in_keychain: () => about({ keychain: null, secrets: { kind: "keychain" } }),
      unlock_secrets: () => about({ secrets: { kind: "file", open: true } }),
    } satisfies Partial<Handlers>;
  }
}
