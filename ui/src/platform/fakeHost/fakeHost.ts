import type {
  About,
  Answer,
  Asked,
  CallView,
  EventBatch,
  Filled,
  Frame,
  HeldAnswer,
  HeldResult,
  HostEvent,
  Message,
  Problem,
  Request,
  RootList,
  ServerDraft,
  Snapshot,
} from "../../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "../platform";
import { Accounts } from "./accounts";
import { amended } from "./amend";
import { rootNote, rootRow } from "./asking";
import { Chats, chatHandlers } from "./chats";
import { checkForm } from "./check";
import { mark, picture, sound } from "./contents";
import { flowHandlers, settled } from "./flows";
import {
  call,
  detail,
  foreign,
  freshId,
  problem,
  request,
  reviewRow,
  server,
  usualRows,
  value,
  words,
} from "./make";
import { DemoModel } from "./model";
import { choices, modelHandlers } from "./models";
import { readings } from "./reading";
import { answerRequest } from "./sampling";
import {
  budgetOf,
  makeWorld,
  recordOf,
  suggestions,
  takingPart,
  type World,
  type WorldOptions,
} from "./seed";
import { taskHandlers } from "./tasks";
import { demoTools } from "./tools";

export type Handlers = { [K in Command]: (args: Args<K>) => ReplyOf<K> | Promise<ReplyOf<K>> };

export interface FakeHostOptions extends WorldOptions {
  /** Milliseconds between two steps of the demo model and of a running call. */
  pace?: number;
}

const GUARD = 500;

/** A held result after the person's answer. */
function answeredHeld(held: HeldResult, answer: HeldAnswer): HeldResult {
  switch (answer.kind) {
    case "give":
      return { ...held, state: "given", text: "" };
    case "change":
      return { ...held, state: "changed", text: answer.text };
    case "withhold":
      return { ...held, state: "withheld", text: "", reason: answer.reason };
  }
}

function wrong(code: string, sentence: string, remedy: string | null = null): Problem {
  return problem(code, { sentence, remedy });
}

/**
 * A host without a host: the same commands and events on plain data in memory, with the gate's guard, nonces
 * and digests. For tests; it proves nothing about the real host.
 */
export class FakeHost implements Platform {
  readonly world: World;
  readonly pace: number;
  /** Every call that was made, for tests. */
  readonly asked: { name: Command; args: unknown }[] = [];
  #sequence = 0;
  #hear: (batch: EventBatch) => void = () => {};
  #attended = new Map<string, { nonce: string; at: number }>();
  /** What was typed into forms, as the host keeps it. */
  #filled = new Map<string, Filled>();
  #failing = new Map<Command, Problem>();
  readonly model: DemoModel;
  readonly chats = new Chats(this);
  /** Of the file with secrets, where one was chosen. */
  passphrase: string | null = null;

  #secretsIn(passphrase: string | null, file: boolean): About {
    this.passphrase = passphrase;
    this.world.about = {
      ...this.world.about,
      keychain: null,
      secrets: file ? { kind: "file", open: true } : { kind: "keychain" },
    };
    return this.world.about;
  }

  readonly accounts = new Accounts(this);

  constructor(options: FakeHostOptions = {}) {
    this.world = makeWorld(options);
    this.pace = options.pace ?? 250;
    this.model = new DemoModel(this);
  }

  async call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
    this.asked.push({ name, args });
    const failure = this.#failing.get(name);
    if (failure) {
      this.#failing.delete(name);
      throw failure;
    }
    return structuredClone(await this.#handlers[name](args));
  }

  attach(hear: (batch: EventBatch) => void): Promise<Snapshot> {
    this.#hear = hear;
    return this.call("attach", { channel: "" });
  }

  /** The next call of this name fails so. */
  failNext(name: Command, failure: Partial<Problem> & Pick<Problem, "code" | "sentence">): void {
    this.#failing.set(name, problem(failure.code, failure));
  }

  /** Sends events, as the host would. */
  emit(...events: HostEvent[]): void {
    this.#sequence += events.length;
    const batch = { sequence: this.#sequence, events: structuredClone(events) };
    this.#hear(batch);
  }

  /** Events that never reach the window: the next ones leave a gap. */
  lose(count: number): void {
    this.#sequence += count;
  }

  tellWaiting(): void {
    this.emit({ kind: "waiting", waiting: this.world.waiting });
  }

  tellConversations(): void {
    this.emit({ kind: "conversations", conversations: this.#summaries() });
  }

  /** Something waits from now on. */
  ask(...requests: Request[]): void {
    this.world.waiting.push(...requests);
    this.tellWaiting();
  }

  tellCall(view: CallView): void {
    this.world.calls.set(view.id, view);
    this.emit({ kind: "call", call: { ...view, result: null } });
  }

  record(what: string, label: string | null, outcome: "done" | "denied" | "cancelled", words: string): void {
    const seq = (this.world.record[0]?.row.seq ?? 0) + 2;
    this.world.record.unshift(
      recordOf(
        { seq, what: foreign(what), server_label: label, outcome, outcome_words: words },
        "You decided it.",
      ),
    );
    this.emit({ kind: "record", last: seq });
  }

  #summaries() {
    return [...this.world.conversations.values()]
      .map((it) => it.summary)
      .sort((a, b) => b.updated_at - a.updated_at);
  }

  #snapshot(): Snapshot {
    return {
      sequence: this.#sequence,
      servers: [...this.world.servers.values()].map((it) => it.summary),
      waiting: this.world.waiting,
      conversations: this.#summaries(),
      tasks: this.world.tasks,
      settings: this.world.settings,
      about: this.world.about,
    };
  }

  #server(id: string) {
    const found = this.world.servers.get(id);
    if (!found) {
      throw wrong("not_found", "This server does not exist any more.");
    }
    return found;
  }

  #call(id: string): CallView {
    const found = this.world.calls.get(id);
    if (!found) {
      throw wrong("not_found", "This call is no longer kept.");
    }
    return found;
  }

  #conversation(id: string) {
    const found = this.world.conversations.get(id);
    if (!found) {
      throw wrong("not_found", "This conversation does not exist any more.");
    }
    return found;
  }

  #putIn(id: string, name: string, text: string, bytes = text.length): void {
    const conversation = this.#conversation(id);
    const message: Message = {
      seq: (conversation.messages.at(-1)?.seq ?? 0) + 1,
      speaker: "person",
      at: Date.now(),
      streaming: false,
      by: null,
      parts: [
        {
          kind: "file",
          file: {
            name: foreign(name),
            kind: "text",
            mime: "text/plain",
            bytes,
            digest: "d1",
            text: foreign(text),
          },
        },
      ],
    };
    conversation.messages.push(message);
    this.emit({ kind: "message", conversation: id, message });
  }

  #waiting(id: string, nonce: string): Request {
    const found = this.world.waiting.find((it) => it.id === id);
    if (!found || found.nonce !== nonce) {
      throw wrong("consent.stale", "This request is no longer waiting. Nothing was done.");
    }
    return found;
  }

  #setPhase(id: string, phase: "off" | "ready" | "starting"): void {
    const { summary } = this.#server(id);
    summary.enabled = phase !== "off";
    summary.state = {
      ...summary.state,
      phase,
      words: phase,
      since: Date.now(),
      problem: null,
      stderr_tail: [],
    };
    this.emit({ kind: "server", server: summary });
  }

  #launch(draft: ServerDraft, changes: string | null): Asked {
    const rows = [reviewRow("Label", [value(draft.label)])];
    if (draft.endpoint.kind === "command") {
      const { program, folder } = draft.endpoint;
      rows.push(reviewRow("Program", [value(program, "found on PATH")]));
      rows.push(
        reviewRow(
          "Arguments",
          draft.endpoint.arguments.map((it) => value(it)),
        ),
      );
      rows.push(reviewRow("Folder", [folder === null ? words("your home folder") : value(folder)]));
      rows.push(
        reviewRow(
          "Environment",
          draft.environment.map((it) =>
            it.secret ? value(it.name, "secret, goes to your keychain") : value(`${it.name}=${it.value}`),
          ),
        ),
      );
    } else if (draft.endpoint.kind === "address") {
      rows.push(reviewRow("Address", [value(draft.endpoint.url)]));
    } else {
      rows.push(reviewRow("Program", [words("the demo server inside Portcullis")]));
    }
    rows.push(...usualRows());
    return { kind: "launch", changes, because: null, rows, warnings: [], refusals: [], carried: [] };
  }

  #drafts = new Map<string, ServerDraft>();

  #decide(waiting: Request, answer: Answer): void {
    const { world } = this;
    const gone =
      answer.kind === "deny_all_from_server"
        ? world.waiting.filter((it) => it.server.id === waiting.server.id)
        : [waiting];
    world.waiting = world.waiting.filter((it) => !gone.includes(it));
    this.tellWaiting();
    const yes = ["allow_once", "allow", "allow_while", "accept_varying"].includes(answer.kind);
    for (const it of gone) {
      if (it.asked.kind === "tool") {
        this.#answeredTool(it, it.asked, yes);
      } else if (it.asked.kind === "launch" && starts(answer) !== null) {
        this.#added(it, starts(answer) === true);
      } else if (it.asked.kind === "changed" && yes) {
        const tool = world.tools
          .get(it.server.id)
          ?.find((entry) => entry.entry.name === (it.asked as { tool: string }).tool);
        if (tool) {
          tool.entry.state = { kind: "known", since: Date.now() };
          tool.diff = [];
        }
        this.emit({ kind: "tools", server: it.server.id });
      }
      settled(this, it, yes);
      this.#answered(it, answer);
      if (answer.kind === "turn_off") {
        this.#setPhase(it.server.id, "off");
      }
    }
  }

  /** What a server asked a person or a model for. */
  #answered(waiting: Request, answer: Answer): void {
    const { asked, server: of } = waiting;
    if (asked.kind === "sampling" && answer.kind === "allow_once") {
      this.ask({
        ...answerRequest({ model: asked.model, request_json: asked.request_json, cause: asked.cause }),
        id: freshId("req"),
        question: `Let “${of.label}” have this answer?`,
        server: of,
      });
    } else if (asked.kind === "page") {
      this.record(waiting.question, of.label, answer.kind === "done" ? "done" : "denied", answer.kind);
    } else if (asked.kind === "form" || asked.kind === "link" || asked.kind === "roots") {
      const done = answer.kind === "submit" || answer.kind === "open" || answer.kind === "share";
      const no = answer.kind === "decline";
      this.record(waiting.question, of.label, done ? "done" : no ? "denied" : "cancelled", answer.kind);
      if (asked.kind === "roots" && (done || no)) {
        this.#rootsOf(of.id).access = done ? "told" : "withheld";
        this.emit({ kind: "roots", server: of.id });
      }
    }
  }

  #rootsOf(id: string): RootList {
    const known = this.world.roots.get(id) ?? { folders: [], access: "ask", note: rootNote };
    this.world.roots.set(id, known);
    return known;
  }

  /** Folders changed: whoever waits for them is asked anew. */
  #changedRoots(id: string): RootList {
    const list = this.#rootsOf(id);
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

  /** A changed request is another one. */
  #renew(waiting: Request): void {
    waiting.nonce = freshId("nonce");
    waiting.digest = freshId("digest").padEnd(64, "0");
  }

  #answeredTool(waiting: Request, asked: Extract<Asked, { kind: "tool" }>, yes: boolean): void {
    const view = this.world.calls.get(asked.call);
    this.record(
      asked.title?.text ?? asked.tool,
      waiting.server.label,
      yes ? "done" : "denied",
      yes ? "allowed · once" : "denied by you",
    );
    if (!view) {
      return;
    }
    if (yes) {
      this.model.run(view);
    } else {
      this.tellCall({
        ...view,
        state: "refused",
        request: null,
        ended_at: Date.now(),
        problem: wrong("consent.denied", `You denied “${view.tool_shown.text}”. It was not sent.`),
      });
      this.model.settled(view.id);
    }
  }

  #added(waiting: Request, start: boolean): void {
    const draft = this.#drafts.get(waiting.id);
    if (!draft) {
      return;
    }
    const id =
      waiting.asked.kind === "launch" && waiting.asked.changes ? waiting.asked.changes : freshId("srv");
    const demo = draft.endpoint.kind === "demo";
    const tools = demoTools();
    const summary = server(id, draft.label, start ? "ready" : "off", start ? "ready" : "off", {
      origin: draft.endpoint.kind === "command" ? draft.endpoint.program : demo ? "portcullis" : "example",
      whereabouts: draft.endpoint.kind === "address" ? "remote" : "local",
      demo,
      tools: start ? tools.length : 0,
    });
    this.world.servers.set(id, { ...detail(summary), draft });
    this.world.tools.set(id, tools);
    this.emit({ kind: "server", server: summary }, { kind: "tools", server: id });
  }

  #frame(server: string, seq: number): Frame {
    const frame = (this.world.frames.get(server) ?? []).find((it) => it.seq === seq);
    if (frame === undefined) throw wrong("not_found", "This frame is no longer kept.");
    return frame;
  }

  #handlers: Handlers = {
    ...readings(this),
    ...taskHandlers(this),
    ...modelHandlers(this),
    ...chatHandlers(this),
    ...flowHandlers(this),
    ...this.accounts.handlers,
    attach: () => this.#snapshot(),
    quit: () => null,
    servers: () => this.#snapshot().servers,
    server: ({ id }) => this.#server(id),
    propose_server: ({ draft, changes }) => {
      const taken = [...this.world.servers.values()].some(
        (it) => it.summary.label === draft.label && it.summary.id !== changes,
      );
      if (taken) {
        throw wrong(
          "server.label_taken",
          `There is already a server called “${draft.label}”. Nothing was added.`,
          "Choose another label.",
        );
      }
      const made = request({
        id: freshId("req"),
        question: changes
          ? `Change “${draft.label}”?`
          : `Add “${draft.label}”? It runs a program on this computer`,
        server: { id: changes ?? "", label: draft.label, whereabouts: "local", origin: draft.label },
        asked_by: { kind: "person" },
        asked: this.#launch(draft, changes),
      });
      this.#drafts.set(made.id, draft);
      this.ask(made);
      return made;
    },
    propose_start: ({ id }) => {
      const { draft, summary } = this.#server(id);
      const asked = this.#launch(draft, id);
      const made = request({
        id: freshId("req"),
        question: `Start “${summary.label}”? Its program file changed`,
        server: { id, label: summary.label, whereabouts: summary.whereabouts, origin: summary.origin },
        asked_by: { kind: "person" },
        asked: { ...asked, because: "the program file changed" } as Asked,
      });
      this.#drafts.set(made.id, draft);
      this.ask(made);
      return made;
    },
    set_enabled: ({ id, enabled }) => {
      this.#setPhase(id, enabled ? "ready" : "off");
      return null;
    },
    set_sampling: ({ server, allowed }) => {
      const { summary } = this.#server(server);
      summary.sampling = allowed;
      this.emit({ kind: "server", server: summary });
      return null;
    },
    restart_server: ({ id }) => {
      this.#setPhase(id, "starting");
      setTimeout(() => this.#setPhase(id, "ready"), this.pace * 4);
      return null;
    },
    remove_server: ({ id }) => {
      this.#server(id);
      this.world.servers.delete(id);
      this.world.accounts.delete(id);
      this.world.grants = this.world.grants.filter((it) => it.server !== id);
      this.emit({ kind: "server_removed", id }, { kind: "grants" });
      return null;
    },
    tools: ({ server: id, query }) => {
      const all = this.world.tools.get(id) ?? [];
      const words = query.toLowerCase();
      const found = all.filter(({ entry }) =>
        `${entry.name} ${entry.title?.text ?? ""} ${entry.summary.text}`.toLowerCase().includes(words),
      );
      return {
        total: all.length,
        found: found.length,
        tools: found.map((it) => it.entry),
        excluded: [],
        beyond_limit: 0,
        problem: null,
      };
    },
    tool: ({ server: id, tool }) => {
      const found = this.world.tools.get(id)?.find((it) => it.entry.name === tool);
      if (!found) {
        throw wrong("tool.unknown", "This tool is not there any more.");
      }
      return found;
    },
    review_tool: ({ server: id, tool }) => {
      const { summary } = this.#server(id);
      const found = this.world.tools.get(id)?.find((it) => it.entry.name === tool);
      const known = this.world.waiting.find((it) => it.asked.kind === "changed" && it.asked.tool === tool);
      if (known) {
        return known;
      }
      const made = request({
        id: freshId("req"),
        question: `“${summary.label}” changed a tool you had allowed`,
        server: { id, label: summary.label, whereabouts: summary.whereabouts, origin: summary.origin },
        asked_by: { kind: "server" },
        asked: {
          kind: "changed",
          tool,
          shown: foreign(tool),
          seen_at: Date.now(),
          diff: found?.diff ?? [],
          notes: found?.notes ?? [],
          on_hold: 1,
          varying: [],
        },
      });
      this.ask(made);
      return made;
    },
    hold_all_parts: ({ server: id, tool }) => {
      const found = this.world.tools.get(id)?.find((it) => it.entry.name === tool);
      const many = found?.varying.length ?? 0;
      if (!found || many === 0) {
        throw wrong("not_found", "No part of this tool may vary.");
      }
      found.varying = [];
      this.emit({ kind: "tools", server: id });
      return many;
    },
    check_arguments: ({ server: id, tool, arguments: given }) => {
      const schema = this.world.tools.get(id)?.find((it) => it.entry.name === tool)?.input_schema;
      const { required = [] } = JSON.parse(schema ?? "{}") as { required?: string[] };
      const values = JSON.parse(given) as Record<string, unknown>;
      return required
        .filter((name) => values[name] === undefined || values[name] === "")
        .map((name) => ({ path: `/${name}`, message: "is needed" }));
    },
    start_call: ({ server: id, tool, arguments: given, definition }) => {
      const { summary } = this.#server(id);
      const found = this.world.tools.get(id)?.find((it) => it.entry.name === tool);
      if (found?.digest !== definition) {
        throw wrong(
          "tool.changed",
          `“${tool}” of “${summary.label}” is not the definition you saw. It was not called.`,
          "Look at the new definition.",
        );
      }
      const view = call({
        id: freshId("call"),
        server: id,
        server_label: summary.label,
        tool,
        tool_shown: found?.entry.title ?? foreign(tool),
        arguments_line: foreign(given.slice(0, 200)),
        state: "running",
        asked_at: Date.now(),
        sent_at: Date.now(),
        ended_at: null,
      });
      this.world.calls.set(view.id, view);
      setTimeout(() => this.model.run(view), 0);
      return view;
    },
    cancel_call: ({ call: id }) => {
      this.model.cancel(this.#call(id));
      return null;
    },
    call: ({ call: id }) => this.#call(id),
    read_payload: ({ handle, offset }) => ({
      text: `${handle}: content from ${offset}\n`.repeat(40),
      next: offset === 0 ? 4_096 : null,
      bytes: 8_192,
    }),
    payload_url: ({ handle }) => (handle === "sound" ? sound : picture),
    save_payload: ({ name }) => `/home/ada/Downloads/${name}`,
    logs: ({ server: id, after }) => ({
      lines: (this.world.logs.get(id) ?? []).filter((it) => it.seq > after),
      dropped: 0,
    }),
    frames: ({ server: id, after }) => ({
      frames: (this.world.frames.get(id) ?? []).filter((it) => it.seq > after),
      dropped: 0,
    }),
    frame_text: ({ server: id, seq }) => {
      const text = this.#frame(id, seq).head.text;
      return foreign(text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text);
    },
    find_frames: ({ server: id, words: wanted, after }) => {
      const all = (this.world.frames.get(id) ?? []).filter((it) => it.seq > after);
      const holds = (it: Frame) => it.head.text.toLowerCase().includes(wanted.toLowerCase());
      return { hits: all.filter(holds).map((it) => it.seq), through: all.at(-1)?.seq ?? after };
    },
    frame_call: ({ server: id, seq }) => {
      const { params } = JSON.parse(this.#frame(id, seq).head.text);
      const text = JSON.stringify(params.arguments ?? {});
      return { tool: params.name, arguments: text, hidden: text.includes("•••") };
    },
    export_frames: () => "/home/ada/Downloads/portcullis-frames.jsonl",
    icon: () => mark,
    waiting: () => this.world.waiting,
    attend: ({ request: id, nonce }) => {
      this.#waiting(id, nonce);
      this.#attended.set(id, { nonce, at: Date.now() });
      return null;
    },
    amend: ({ request: id, nonce, arguments: text }) => {
      const waiting = this.#waiting(id, nonce);
      if (!amended(waiting.asked, text)) {
        throw wrong("input.bad", "This question cannot be changed. Nothing was changed.");
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
    try_limits: () => ({
      covered: 1,
      calls: [
        { at: Date.now() - 3_600_000, arguments: foreign('repo: "acme/portal"'), covered: true },
        { at: Date.now() - 7_200_000, arguments: foreign('repo: "acme/other"'), covered: false },
      ],
    }),
    filled_form: ({ request: id, nonce }) => {
      this.#waiting(id, nonce);
      return this.#filled.get(id) ?? null;
    },
    answer: ({ reply }) => {
      const waiting = this.#waiting(reply.request, reply.nonce);
      if (waiting.digest !== reply.digest) {
        throw wrong("consent.stale", "This request changed. Nothing was done.");
      }
      const attended = this.#attended.get(reply.request);
      if (attended?.nonce !== reply.nonce || Date.now() - attended.at < GUARD) {
        throw wrong(
          "consent.too_soon",
          "The answer came before the request could be read. Nothing was done.",
        );
      }
      this.#decide(waiting, reply.answer);
      return null;
    },
    stop_everything: () => {
      this.model.cancelAll();
      this.world.waiting = [];
      this.tellWaiting();
      for (const [id, { summary }] of this.world.servers) {
        if (summary.state.phase !== "off") {
          this.#setPhase(id, "off");
        }
      }
      return null;
    },
    grants: () => this.world.grants,
    revoke: ({ grant }) => {
      this.world.grants = this.world.grants.filter((it) => it.id !== grant);
      this.emit({ kind: "grants" });
      return null;
    },
    revoke_server: ({ server: id }) => this.#revoke((it) => it === id),
    revoke_these: ({ grants }) => {
      const before = this.world.grants.length;
      this.world.grants = this.world.grants.filter((it) => !grants.includes(it.id));
      this.emit({ kind: "grants" });
      return before - this.world.grants.length;
    },
    revoke_all: () => this.#revoke(() => true),
    record: ({ filter, before }) => {
      const words = filter.text?.toLowerCase() ?? "";
      const rows = this.world.record
        .map((it) => it.row)
        .filter(
          (it) =>
            (before === null || it.seq < before) &&
            (filter.kind === null || it.kind === filter.kind) &&
            (filter.outcome === null || it.outcome === filter.outcome) &&
            `${it.what.text} ${it.server_label} ${it.outcome_words}`.toLowerCase().includes(words),
        );
      const page = rows.slice(0, 40);
      return {
        rows: page,
        next: rows.length > 40 ? (page.at(-1)?.seq ?? null) : null,
        total: this.world.record.length * 2,
      };
    },
    record_detail: ({ seq }) => {
      const found = this.world.record.find((it) => it.row.seq === seq);
      if (!found) {
        throw wrong("not_found", "This row is not in the record.");
      }
      return found;
    },
    verify_record: () => ({
      rows: this.world.record.length * 2,
      first_broken: null,
      head: { row: this.world.record.length * 2, hash: "c01ddd07".repeat(8) },
      kept: { kind: "confirmed", through: this.world.record.length * 2 },
      expected: null,
      sentence: "The chain is consistent, and ends where the keychain says: 42 rows checked.",
    }),
    export_record: ({ format }) => `/home/ada/record.${format}`,
    conversations: () => this.#summaries(),
    conversation: ({ id }) => this.chats.page(this.#conversation(id)),
    create_conversation: () => {
      const id = freshId("conv");
      const made = {
        summary: {
          id,
          title: "New conversation",
          updated_at: Date.now(),
          model: "Demo model",
          model_id: "demo",
          busy: false,
        },
        servers: takingPart(this.world),
        messages: [],
        earlier: false,
        suggestions: this.world.servers.size === 0 ? [] : suggestions,
        models: choices(this.world),
        left_out: [],
        held: false,
        budget: budgetOf(this.world),
      };
      this.world.conversations.set(id, made);
      this.tellConversations();
      return made;
    },
    rename_conversation: ({ id, title }) => {
      this.#conversation(id).summary.title = title;
      this.tellConversations();
      return null;
    },
    delete_conversation: ({ id }) => {
      this.world.conversations.delete(id);
      this.tellConversations();
      return null;
    },
    say: ({ conversation, text }) => {
      this.model.hear(this.#conversation(conversation), text);
      return null;
    },
    stop_conversation: ({ id }) => {
      this.model.stop(this.#conversation(id));
      return null;
    },
    set_conversation_server: ({ conversation, server: id, enabled }) => {
      const found = this.#conversation(conversation);
      found.servers = found.servers.map((it) => (it.id === id ? { ...it, enabled } : it));
      return found;
    },
    media_url: ({ digest }) => (digest.startsWith("sound") ? sound : picture),
    save_media: ({ name }) => `/home/ada/Downloads/${name}`,
    attach_file: ({ conversation }) => {
      this.#putIn(conversation, "notes.md", "# Notes\n\nBuy bread.", 2_140);
      return true;
    },
    attach_text: ({ conversation, text }) => {
      this.#putIn(conversation, "Pasted text", text);
      return null;
    },
    set_conversation_held: ({ conversation, held }) => {
      const found = this.#conversation(conversation);
      found.held = held;
      return found;
    },
    answer_held: ({ conversation, held: id, answer }) => {
      for (const message of this.#conversation(conversation).messages) {
        for (const part of message.parts) {
          if (part.kind === "held" && part.held.id === id && part.held.state === "waiting") {
            part.held = answeredHeld(part.held, answer);
            this.emit({ kind: "message", conversation, message });
            return null;
          }
        }
      }
      throw wrong("not_found", "This result does not wait any more. Nothing was changed.");
    },
    settings: () => this.world.settings,
    restore_backup: () => {
      this.world.about = { ...this.world.about, store: null, restorable: null };
      return null;
    },
    set_settings: ({ settings: change }) => {
      const settings = { ...this.world.settings, ...change };
      this.world.settings = settings;
      this.emit({ kind: "settings", settings });
      return settings;
    },
    about: () => this.world.about,
    keep_secrets_in_file: ({ passphrase }) => this.#secretsIn(passphrase, true),
    unlock_secrets: ({ passphrase }) => {
      if (passphrase !== this.passphrase) {
        throw problem("vault.locked", {
          sentence:
            "This is not the passphrase of the file with your secrets, or the file is damaged. It stays closed.",
          remedy: "Type the passphrase again.",
        });
      }
      return this.#secretsIn(passphrase, true);
    },
    change_passphrase: ({ passphrase }) => this.#secretsIn(passphrase, true),
    keep_secrets_in_keychain: () => this.#secretsIn(null, false),
    roots: ({ server: id }) => this.#rootsOf(id),
    add_root: ({ server: id }) => {
      const list = this.#rootsOf(id);
      const path = `/home/ada/picked-${list.folders.length + 1}`;
      list.folders = [...list.folders, rootRow(path, { added_at: Date.now() })];
      return this.#changedRoots(id);
    },
    remove_root: ({ server: id, path }) => {
      const list = this.#rootsOf(id);
      list.folders = list.folders.filter((it) => it.path !== path);
      return this.#changedRoots(id);
    },
    withhold_roots: ({ server: id, withheld }) => {
      this.#rootsOf(id).access = withheld ? "withheld" : "ask";
      return this.#changedRoots(id);
    },
    pick_folder: () => "/home/ada/portal",
  };

  #revoke(matches: (server: string) => boolean): number {
    const kept = this.world.grants.filter((it) => !matches(it.server));
    const ended = this.world.grants.length - kept.length;
    this.world.grants = kept;
    this.emit({ kind: "grants" });
    return ended;
  }
}

/** Whether a yes to a launch starts it as well; null for every other answer. */
function starts(answer: Answer): boolean | null {
  switch (answer.kind) {
    case "add":
      return false;
    case "add_and_start":
      return true;
    case "add_keeping":
      return answer.start;
    default:
      return null;
  }
}
