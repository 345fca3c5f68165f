import type { CallView, Conversation, Message, ToolDetail } from "../../bindings/host";
import type { FakeHost } from "./fakeHost";
import {
  callTo,
  foreign,
  freshId,
  inWords,
  message,
  narrowing,
  request,
  textResult,
  toolAsked,
} from "./make";

type Place = Pick<Message, "seq" | "parent" | "branch">;
type TakingPart = Conversation["servers"][number];

/** The demo model: it asks for a tool of the first ready server, and no more. */
export class DemoModel {
  #running = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly fake: FakeHost) {}

  /** `place`: where it goes, when it takes the place of something else. */
  hear(conversation: Conversation, text: string, place?: Place): void {
    const seq = this.fake.putIn(conversation.summary.id, [inWords(text)], place);
    if (conversation.summary.title === "New conversation") {
      conversation.summary.title = text.slice(0, 40);
    }
    this.answer(conversation, { seq: seq + 1, ...(place ? { parent: seq } : {}) });
  }

  /** Is at work until it is stopped, where there is a tool to ask for; `by`: the model with this name. */
  answer(conversation: Conversation, place: Place, by?: string): void {
    const taking = conversation.servers.find((it) => it.enabled && it.ready);
    const tool = taking && this.fake.world.tools.get(taking.id)?.[0];
    const told = message([inWords("I will use a tool for that.")], {
      ...place,
      at: Date.now(),
      streaming: tool !== undefined,
      by: by === undefined ? null : { model: by, tokens_in: 12, tokens_out: 34, dollars: null },
    });
    if (taking && tool) {
      told.parts.push({ kind: "call", call: this.#ask(conversation, taking, tool) });
    }
    this.fake.tellMessage(conversation.summary.id, told);
    conversation.summary.updated_at = told.at;
    this.#busy(conversation, told.streaming);
  }

  /** Puts the call of a tool before the person. */
  #ask({ summary }: Conversation, taking: TakingPart, { entry: { name, title } }: ToolDetail): CallView {
    const { label } = taking;
    const shown = title?.text ?? name;
    const unsent = { asked_at: Date.now(), sent_at: null, ended_at: null, request: freshId("req") };
    const call = callTo(taking, freshId("call"), name, shown, "a: 19  b: 23", {
      state: "waiting",
      ...unsent,
    });
    this.fake.world.calls.set(call.id, call);
    const server = { id: taking.id, label, whereabouts: "local", origin: "portcullis", mark: null } as const;
    const given = { a: "19", b: "23" };
    const asked = toolAsked(call.id, server, name, shown, given, ["conversation", "hour", "always"], {
      why: foreign("To answer with a number that was computed."),
      claims: ["read_only"],
      narrowings: [narrowing("a", "is", "19"), narrowing("b", "is", "23")],
    });
    const { model, id, title: of } = summary;
    const by = { kind: "model", model: foreign(model), conversation: id, title: foreign(of) } as const;
    this.fake.ask(request(unsent.request, `Let “${label}” run “${name}”?`, server, asked, by));
    return call;
  }

  /** The call is sent, and its result comes. */
  run(view: CallView): void {
    const sent = { state: "running", request: null, sent_at: Date.now(), ended_at: null } as const;
    const running = { ...view, ...sent };
    this.fake.tellCall(running);
    const done = () => {
      const result = textResult("42", { structured: { sum: 42 }, matches_schema: true });
      const ended = { state: "done", ended_at: Date.now(), result, outcome: "1 text, 2 B" } as const;
      this.fake.tellCall({ ...running, ...ended });
    };
    this.#running.set(view.id, setTimeout(done));
  }

  cancel(view: CallView): CallView {
    clearTimeout(this.#running.get(view.id));
    if (view.state !== "running" && view.state !== "waiting") {
      return view;
    }
    const { world } = this.fake;
    world.waiting = world.waiting.filter((it) => it.id !== view.request);
    this.fake.tellWaiting();
    return this.fake.tellCall({
      ...view,
      state: "cancelled",
      request: null,
      ended_at: Date.now(),
      progress: null,
    });
  }

  stop(conversation: Conversation): void {
    for (const message of conversation.messages) {
      for (const part of message.parts) {
        if (part.kind === "call") {
          part.call = this.cancel(this.fake.world.calls.get(part.call.id) ?? part.call);
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
