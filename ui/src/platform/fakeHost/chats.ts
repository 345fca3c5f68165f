import type { Branch, Conversation, Message } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { problem } from "./make";

/** Messages handed over at once. */
const PAGE = 60;

const text = (message: Message) =>
  message.parts.flatMap((part) => (part.kind === "words" ? [part.text] : [])).join(" ");

/** Branches, pages and search of the fake host. What is shown is in the world; here is everything that was ever said. */
export class Chats {
  #said = new Map<string, Message[]>();

  constructor(private readonly fake: FakeHost) {}

  find(id: string): Conversation {
    const found = this.fake.world.conversations.get(id);
    if (!found) {
      throw problem("not_found", { sentence: "This conversation does not exist any more." });
    }
    return found;
  }

  /** Everything that was said, each with what it follows. */
  all(conversation: Conversation): Message[] {
    const said = this.#said.get(conversation.summary.id) ?? [];
    conversation.messages.forEach((message, index) => {
      const before = conversation.messages[index - 1];
      if (before !== undefined) {
        message.parent ??= before.seq;
      }
      if (!said.includes(message)) {
        said.push(message);
      }
    });
    for (const message of said) {
      const others = said.filter((it) => it.parent === message.parent).sort((a, b) => a.seq - b.seq);
      if (others.length > 1) {
        const place = others.indexOf(message);
        message.branch = {
          place: place + 1,
          of: others.length,
          before: others[place - 1]?.seq ?? null,
          after: others[place + 1]?.seq ?? null,
        };
      }
    }
    this.#said.set(conversation.summary.id, said);
    return said;
  }

  page(conversation: Conversation): Conversation {
    if (conversation.messages.length > PAGE) {
      this.all(conversation);
    }
    return {
      ...conversation,
      messages: conversation.messages.slice(-PAGE),
      earlier: conversation.messages.length > PAGE,
    };
  }

  /** Ends what is shown before this message, and says where what comes in its place goes. */
  part(conversation: Conversation, seq: number): { seq: number; parent?: number; branch: Branch } {
    const said = this.all(conversation);
    const message = said.find((it) => it.seq === seq);
    if (message === undefined) {
      throw problem("not_found", { sentence: "This message is not there any more." });
    }
    const others = said.filter((it) => it.parent === message.parent);
    const at = conversation.messages.findIndex((it) => it.seq === message.parent);
    conversation.messages = conversation.messages.slice(0, at + 1);
    return {
      seq: Math.max(...said.map((it) => it.seq)) + 1,
      ...(message.parent === undefined ? {} : { parent: message.parent }),
      branch: {
        place: others.length + 1,
        of: others.length + 1,
        before: others.at(-1)?.seq ?? null,
        after: null,
      },
    };
  }

  show(conversation: Conversation, seq: number): void {
    const said = this.all(conversation);
    if (conversation.messages.some((it) => it.seq === seq)) {
      return;
    }
    let leaf = said.find((it) => it.seq === seq);
    if (leaf === undefined) {
      throw problem("not_found", { sentence: "This message is not there any more." });
    }
    for (let next: Message | undefined = leaf; next !== undefined; ) {
      leaf = next;
      const parent: number = next.seq;
      next = said.filter((it) => it.parent === parent).at(-1);
    }
    const way: Message[] = [];
    for (let at: Message | undefined = leaf; at !== undefined; ) {
      way.unshift(at);
      const parent: number | undefined = at.parent;
      at = parent === undefined ? undefined : said.find((it) => it.seq === parent);
    }
    conversation.messages = way;
  }
}

export function chatHandlers(
  fake: FakeHost,
): Pick<
  Handlers,
  "messages" | "say_instead" | "answer_again" | "show_branch" | "find_chats" | "export_conversation"
> {
  const { chats } = fake;
  return {
    messages: ({ id, before, to }) => {
      const { messages } = chats.find(id);
      const end = messages.findIndex((it) => it.seq === before);
      const from = to === null ? end - PAGE : messages.findIndex((it) => it.seq >= to) - 20;
      const begin = Math.max(0, from);
      return { messages: messages.slice(begin, end), earlier: begin > 0 };
    },
    say_instead: ({ conversation: id, seq, text: words }) => {
      const conversation = chats.find(id);
      fake.model.hear(conversation, words, chats.part(conversation, seq));
      return null;
    },
    answer_again: ({ conversation: id, seq, model }) => {
      const conversation = chats.find(id);
      const place = chats.part(conversation, seq);
      const name = conversation.models.find((it) => it.id === model)?.name ?? conversation.summary.model;
      fake.model.answer(conversation, place, name);
      return null;
    },
    show_branch: ({ conversation: id, seq }) => {
      const conversation = chats.find(id);
      chats.show(conversation, seq);
      fake.tellConversations();
      return chats.page(conversation);
    },
    find_chats: ({ words }) => {
      const wanted = words.toLowerCase();
      const mark = (all: string) => {
        const from = all.toLowerCase().indexOf(wanted);
        return { text: { text: all, hidden: 0 }, marks: [{ from, to: from + wanted.length }] };
      };
      const every = [...fake.world.conversations.values()];
      return {
        titles: every
          .filter((it) => it.summary.title.toLowerCase().includes(wanted))
          .map((it) => ({
            conversation: it.summary.id,
            title: mark(it.summary.title),
            updated_at: it.summary.updated_at,
          })),
        messages: every.flatMap((it) =>
          chats
            .all(it)
            .filter((message) => text(message).toLowerCase().includes(wanted))
            .map((message) => ({
              conversation: it.summary.id,
              title: it.summary.title,
              seq: message.seq,
              at: message.at,
              speaker: message.speaker,
              server: null,
              excerpt: mark(text(message)),
            })),
        ),
        next: null,
      };
    },
    export_conversation: ({ format }) => `/home/ada/conversation.${format === "json" ? "json" : "md"}`,
  };
}
