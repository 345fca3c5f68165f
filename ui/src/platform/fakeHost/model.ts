import type { CallView, Conversation, Message } from "../../bindings/host";
import type { FakeHost } from "./fakeHost";
import { callTo, foreign, freshId, inWords, message, refOf, request, textResult, toolAsked } from "./make";

type Place = Pick<Message, "seq" | "parent" | "branch">;

/** The demo model: it asks for a tool of the first ready server, and no more. */
export class DemoModel {
  constructor(private readonly fake: FakeHost) {}

  /** `place`: where it goes, when it takes the place of something else. */
  hear(conversation: Conversation, text: string, place?: Place): void {
    const seq = this.fake.putIn(conversation.summary.id, [inWords(text)], place);
    this.answer(conversation, { seq: seq + 1, ...(place ? { parent: seq } : {}) });
  }

  /** Is at work until it is stopped; `by`: the model with this name. */
  answer(conversation: Conversation, place: Place, by?: string): void {
    const taken = by === undefined ? null : { model: by, tokens_in: 12, tokens_out: 34, dollars: null };
    const words = inWords("I will use a tool for that.");
    const told = message([words], { ...place, at: Date.now(), streaming: true, by: taken });
    told.parts.push({ kind: "call", call: this.#ask(conversation) });
    this.fake.tellMessage(conversation.summary.id, told);
    this.#busy(conversation, true);
  }

  /** Puts the call of a tool before the person. */
  #ask({ summary: { id, model, title }, servers }: Conversation): CallView {
    const { summary } = this.fake.server(servers.find((it) => it.enabled && it.ready)?.id ?? "");
    const name = this.fake.world.tools.get(summary.id)?.[0]?.entry.name ?? "";
    const unsent = { asked_at: Date.now(), sent_at: null, ended_at: null, request: freshId("req") };
    const call = callTo(summary, freshId("call"), name, name, "", { state: "waiting", ...unsent });
    this.fake.world.calls.set(call.id, call);
    const by = { kind: "model", model: foreign(model), conversation: id, title: foreign(title) } as const;
    const asked = toolAsked(call.id, summary, name, name, {});
    this.fake.ask(
      request(unsent.request, `Let “${summary.label}” run “${name}”?`, refOf(summary), asked, by),
    );
    return call;
  }

  /** The call is sent, and its result comes. */
  run(view: CallView): void {
    this.fake.tellCall({ ...view, state: "running", request: null, sent_at: Date.now() });
    const result = textResult("42", { structured: { sum: 42 }, matches_schema: true });
    this.fake.tellCall({ ...view, request: null, state: "done", ended_at: Date.now(), result });
  }

  cancel(view: CallView): void {
    if (view.state === "running" || view.state === "waiting") {
      const { world } = this.fake;
      world.waiting = world.waiting.filter((it) => it.id !== view.request);
      this.fake.tellWaiting();
      this.fake.tellCall({ ...view, state: "cancelled", request: null, ended_at: Date.now() });
    }
  }

  stop(conversation: Conversation): void {
    for (const message of conversation.messages) {
      for (const part of message.parts) {
        if (part.kind === "call") {
          this.cancel(this.fake.world.calls.get(part.call.id) ?? part.call);
          part.call = this.fake.world.calls.get(part.call.id) ?? part.call;
        }
      }
      message.streaming = false;
    }
    this.#busy(conversation, false);
  }

  #busy(conversation: Conversation, busy: boolean): void {
    conversation.summary.busy = busy;
    this.fake.tellConversations();
  }
}
