import type { CallView, Conversation, Message } from "../../bindings/host";
import type { FakeHost } from "./fakeHost";
import { callTo, foreign, freshId, narrowing, request, textResult, toolAsked } from "./make";

type Place = Pick<Message, "seq" | "parent" | "branch">;

/** The demo model: asks for a tool of the first ready server, waits for the gate, says what came of it. */
export class DemoModel {
  #turns = new Map<string, { message: Message; goOn: (call: CallView) => void }>();
  #running = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly fake: FakeHost) {}

  /** `place`: where it goes, when it takes the place of something else. */
  hear(conversation: Conversation, text: string, place?: Place): void {
    const seq = place?.seq ?? conversation.messages.length + 1;
    const said = { speaker: "person", at: Date.now(), streaming: false, by: null } as const;
    this.#put(conversation, { ...place, ...said, seq, parts: [{ kind: "words", text }] });
    if (conversation.summary.title === "New conversation") {
      conversation.summary.title = text.slice(0, 40);
    }
    this.answer(conversation, { seq: seq + 1, ...(place ? { parent: seq } : {}) });
  }

  /** Says something; `by`: the model with this name. */
  async answer(conversation: Conversation, place: Place, by?: string): Promise<void> {
    const { fake } = this;
    this.#busy(conversation, true);
    const used = by === undefined ? null : { model: by, tokens_in: 12, tokens_out: 34, dollars: null };
    const message: Message = {
      ...place,
      speaker: "model",
      at: Date.now(),
      parts: [],
      streaming: true,
      by: used,
    };
    await this.#say(conversation, message, "I will use a tool for that.");
    const taking = conversation.servers.find((it) => it.enabled && it.ready);
    const tool = taking && fake.world.tools.get(taking.id)?.[0]?.entry;
    if (taking && tool) {
      const { label } = taking;
      const shown = tool.title?.text ?? tool.name;
      const view = callTo(taking, freshId("call"), tool.name, shown, "a: 19  b: 23", {
        state: "waiting",
        asked_at: Date.now(),
        sent_at: null,
        ended_at: null,
        request: freshId("req"),
      });
      const ended = new Promise<CallView>((goOn) => this.#turns.set(view.id, { message, goOn }));
      fake.world.calls.set(view.id, view);
      message.parts.push({ kind: "call", call: view });
      this.#put(conversation, message);
      const server = {
        id: taking.id,
        label,
        whereabouts: "local",
        origin: "portcullis",
        mark: null,
      } as const;
      const scopes = ["conversation", "hour", "always"] as const;
      const given = { a: "19", b: "23" };
      const asked = toolAsked(view.id, server, tool.name, shown, given, [...scopes], {
        why: foreign("To answer with a number that was computed."),
        claims: ["read_only"],
        narrowings: [narrowing("a", "is", "19"), narrowing("b", "is", "23")],
      });
      const { model, id, title } = conversation.summary;
      const by = { kind: "model", model: foreign(model), conversation: id, title: foreign(title) } as const;
      fake.ask(request(view.request ?? "", `Let “${label}” run “${tool.name}”?`, server, asked, by));
      const done = (await ended).state === "done";
      await this.#say(conversation, message, done ? "The answer is **42**." : "Then I leave it.");
    }
    message.streaming = false;
    this.#put(conversation, message);
    this.#busy(conversation, false);
  }

  /** The call goes on: progress, then its result. */
  run(view: CallView): void {
    const progress = { value: 0, total: 4, message: foreign("step 1 of 4") };
    const now = Date.now();
    const running: CallView = {
      ...view,
      state: "running",
      request: null,
      sent_at: now,
      ended_at: null,
      progress,
    };
    this.keep(running);
    const done = () => {
      const result = textResult("42", { structured: { sum: 42 }, matches_schema: true });
      const record = this.fake.world.record[0]?.row.seq ?? null;
      const ended = { state: "done", progress: null, ended_at: Date.now(), record, result } as const;
      this.keep({ ...running, ...ended, outcome: "1 text, 2 B" });
    };
    this.#running.set(view.id, setTimeout(done));
  }

  cancel(view: CallView): void {
    clearTimeout(this.#running.get(view.id));
    if (view.state === "running" || view.state === "waiting") {
      this.fake.world.waiting = this.fake.world.waiting.filter((it) => it.id !== view.request);
      this.fake.tellWaiting();
      this.keep({ ...view, state: "cancelled", request: null, ended_at: Date.now(), progress: null });
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

  /** Keeps what became of a call. The model goes on where it ended. */
  keep(view: CallView): void {
    const turn = this.#turns.get(view.id);
    if (turn) {
      turn.message.parts = turn.message.parts.map((part) =>
        part.kind === "call" && part.call.id === view.id
          ? { ...part, call: { ...view, result: null } }
          : part,
      );
    }
    this.fake.tellCall(view);
    if (view.ended_at !== null) {
      this.#turns.delete(view.id);
      turn?.goOn(view);
    }
  }

  async #say(conversation: Conversation, message: Message, text: string): Promise<void> {
    message.parts.push({ kind: "words", text });
    this.#put(conversation, message);
    await new Promise((done) => setTimeout(done));
  }

  #put(conversation: Conversation, message: Message): void {
    if (!conversation.messages.some((it) => it.seq === message.seq)) {
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
