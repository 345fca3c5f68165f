import type { CallView, Conversation, Message } from "../../bindings/host";
import type { FakeHost } from "./fakeHost";
import { call, foreign, freshId, HOUR, request, row } from "./make";

/**
 * The scripted demo model of the fake host: says a sentence, asks for a tool of the first ready server, waits for
 * the gate, says what came of it.
 */
export class DemoModel {
  #turns = new Map<string, { conversation: Conversation; message: Message }>();
  #running = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly fake: FakeHost) {}

  /** `place`: where it goes, when it takes the place of something else. */
  hear(conversation: Conversation, text: string, place?: Pick<Message, "seq" | "parent" | "branch">): void {
    const seq = place?.seq ?? conversation.messages.length + 1;
    this.#put(conversation, {
      ...place,
      seq,
      speaker: "person",
      at: Date.now(),
      parts: [{ kind: "words", text }],
      streaming: false,
      by: null,
    });
    if (conversation.summary.title === "New conversation") {
      conversation.summary.title = text.slice(0, 40);
    }
    const next = { seq: seq + 1, ...(place ? { parent: seq } : {}) };
    this.answer(conversation, next);
  }

  /** Says something; `by`: the model with this name. */
  answer(conversation: Conversation, place: Pick<Message, "seq" | "parent" | "branch">, by?: string): void {
    const { fake } = this;
    this.#busy(conversation, true);
    const message: Message = {
      ...place,
      speaker: "model",
      at: Date.now(),
      parts: [{ kind: "words", text: "" }],
      streaming: true,
      by: by === undefined ? null : { model: by, tokens_in: 12, tokens_out: 34, dollars: null },
    };
    this.#speak(conversation, message, "I will use a tool for that. ", () => {
      const taking = conversation.servers.find((it) => it.enabled && it.ready);
      const tool = taking ? fake.world.tools.get(taking.id)?.[0] : undefined;
      if (!taking || !tool) {
        this.#speak(conversation, message, "No server takes part, so there is nothing I can call.", () =>
          this.#end(conversation, message),
        );
        return;
      }
      this.#want(conversation, message, taking.id, taking.label, tool.entry.name, tool.entry.title?.text);
    });
  }

  #want(
    conversation: Conversation,
    message: Message,
    server: string,
    label: string,
    tool: string,
    title: string | undefined,
  ): void {
    const view = call({
      id: freshId("call"),
      server,
      server_label: label,
      tool,
      tool_shown: foreign(title ?? tool),
      arguments_line: foreign("a: 19  b: 23"),
      state: "waiting",
      asked_at: Date.now(),
      sent_at: null,
      ended_at: null,
      request: freshId("req"),
    });
    this.fake.world.calls.set(view.id, view);
    message.parts.push({ kind: "call", call: view });
    this.#turns.set(view.id, { conversation, message });
    this.#put(conversation, message);
    this.fake.ask(
      request({
        id: view.request ?? "",
        question: `Let “${label}” run “${tool}”?`,
        server: { id: server, label, whereabouts: "local", origin: "portcullis" },
        asked_by: {
          kind: "model",
          model: conversation.summary.model,
          conversation: conversation.summary.id,
          title: conversation.summary.title,
        },
        asked: {
          kind: "tool",
          call: view.id,
          tool,
          shown: foreign(tool),
          title: title ? foreign(title) : null,
          arguments: [row("a", "19"), row("b", "23")],
          arguments_json: '{\n  "a": 19,\n  "b": 23\n}',
          why: foreign("To answer with a number that was computed."),
          claims: ["read_only"],
          definition: { kind: "known", since: Date.now() - HOUR },
          notes: [],
          scopes: [
            { scope: "conversation", sentence: "Runs without asking in this conversation." },
            { scope: "hour", sentence: "Runs without asking for the next hour." },
            { scope: "always", sentence: "Always runs without asking, until you revoke it." },
          ],
          narrowings: [
            { argument: foreign("a"), test: "is", value: foreign("19"), links: null },
            { argument: foreign("b"), test: "is", value: foreign("23"), links: null },
          ],
          declared: [foreign("a"), foreign("b")],
          no_always: null,
          flow: null,
        },
      }),
    );
  }

  /** The call goes on: progress, then its result. */
  run(view: CallView, step = 0): void {
    const total = 4;
    if (step < total) {
      const running: CallView = {
        ...view,
        state: "running",
        request: null,
        sent_at: view.sent_at ?? Date.now(),
        ended_at: null,
        progress: { value: step, total, message: foreign(`step ${step + 1} of ${total}`) },
      };
      this.#keep(running);
      this.#running.set(
        view.id,
        setTimeout(() => this.run(running, step + 1), this.fake.pace),
      );
      return;
    }
    this.#running.delete(view.id);
    this.#keep({
      ...view,
      state: "done",
      progress: null,
      ended_at: Date.now(),
      outcome: "1 text, 2 B",
      record: this.fake.world.record[0]?.row.seq ?? null,
      result: {
        blocks: [{ kind: "text", text: foreign("42"), whole: null, bytes: 2 }],
        more_blocks: 0,
        for_person: [],
        structured: { sum: 42 },
        structured_whole: null,
        matches_schema: true,
        mismatch: [],
        raw: { handle: "raw", bytes: 64 },
      },
    });
    this.settled(view.id);
  }

  cancel(view: CallView): void {
    clearTimeout(this.#running.get(view.id));
    this.#running.delete(view.id);
    if (view.state === "running" || view.state === "waiting") {
      this.fake.world.waiting = this.fake.world.waiting.filter((it) => it.id !== view.request);
      this.fake.tellWaiting();
      this.#keep({ ...view, state: "cancelled", request: null, ended_at: Date.now(), progress: null });
      this.settled(view.id);
    }
  }

  cancelAll(): void {
    for (const view of [...this.fake.world.calls.values()]) {
      this.cancel(view);
    }
  }

  stop(conversation: Conversation): void {
    for (const message of conversation.messages) {
      for (const part of message.parts) {
        if (part.kind === "call") {
          this.cancel(this.fake.world.calls.get(part.call.id) ?? part.call);
        }
      }
      message.streaming = false;
    }
    this.#busy(conversation, false);
  }

  /** The call ended; the model goes on with its turn. */
  settled(id: string): void {
    const turn = this.#turns.get(id);
    this.#turns.delete(id);
    if (turn) {
      const view = this.fake.world.calls.get(id);
      turn.message.parts.push({ kind: "words", text: "" });
      const words = view?.state === "done" ? "The answer is **42**." : "Then I leave it. Nothing was sent.";
      this.#speak(turn.conversation, turn.message, words, () => this.#end(turn.conversation, turn.message));
    }
  }

  #keep(view: CallView): void {
    const turn = this.#turns.get(view.id);
    if (turn) {
      turn.message.parts = turn.message.parts.map((part) =>
        part.kind === "call" && part.call.id === view.id
          ? { kind: "call", call: { ...view, result: null } }
          : part,
      );
    }
    this.fake.tellCall(view);
  }

  #speak(conversation: Conversation, message: Message, words: string, then: () => void): void {
    const pieces = words.match(/\S+\s*/g) ?? [];
    const say = (index: number) => {
      const piece = pieces[index];
      if (piece === undefined) {
        then();
        return;
      }
      const part = message.parts.at(-1);
      if (part?.kind === "words") {
        part.text += piece;
      }
      this.#put(conversation, message);
      setTimeout(() => say(index + 1), this.fake.pace / 6);
    };
    say(0);
  }

  #end(conversation: Conversation, message: Message): void {
    message.streaming = false;
    this.#put(conversation, message);
    this.#busy(conversation, false);
  }

  #put(conversation: Conversation, message: Message): void {
    const at = conversation.messages.findIndex((it) => it.seq === message.seq);
    if (at < 0) {
      conversation.messages.push(message);
    }
    conversation.summary.updated_at = Date.now();
    this.fake.emit({ kind: "message", conversation: conversation.summary.id, message });
  }

  #busy(conversation: Conversation, busy: boolean): void {
    conversation.summary.busy = busy;
    this.fake.tellConversations();
  }
}
