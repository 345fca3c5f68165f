import type { ChatImport, Conversation, ConversationFolder, FoundChat, Message } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { attachedFile, foreign, found, freshId, one } from "./make";
import { choices } from "./models";
import { conversationOf } from "./seed";

export function foundChat(number: number, title: string, over: Partial<FoundChat> = {}): FoundChat {
  const dates = { created_at: null, updated_at: null };
  return { number, title: foreign(title), messages: 12, ...dates, known: false, omissions: [], ...over };
}

/** A file of conversations, the newest first. */
export function chatFile(over: Partial<ChatImport> = {}): ChatImport {
  const omissions = [{ kind: "calls", count: 2 } as const, { kind: "instructions", count: 1 } as const];
  return {
    id: freshId("import"),
    file: foreign("conversations.json"),
    product: "chat_gpt",
    conversations: [
      foundChat(0, "Trip to Bergen", { omissions, updated_at: Date.UTC(2025, 4, 2) }),
      foundChat(1, ""),
      foundChat(2, "Letters", { known: true }),
    ],
    unreadable: 1,
    empty: 0,
    beyond: 0,
    most: 500,
    ...over,
  };
}

/** Messages handed over at once. */
const PAGE = 60;

export function chatHandlers(fake: FakeHost) {
  const { world, model } = fake;
  const find = (id: string) => fake.conversation(id);
  const instructions = new Map<string, string>();
  const presets = new Map([["Brief", "Answer in one sentence."]]);
  /** What was shown with each version of a message. A message has two at most. */
  const versions = new Map<number, Message[]>();
  let folders: ConversationFolder[] = [];

  const page = (conversation: Conversation): Conversation => {
    const all = conversation.messages;
    // Pages are joined by what a message follows, and versions stand in each other's place by it.
    for (const [index, it] of all.slice(1).entries()) {
      it.parent = all[index]?.seq ?? 0;
    }
    return { ...conversation, messages: all.slice(-PAGE), earlier: all.length > PAGE };
  };
  const create = (summary: Partial<Conversation["summary"]> & { title: string }): Conversation => {
    const made = conversationOf(world, { id: freshId("conv"), ...summary }, []);
    world.conversations.set(made.summary.id, made);
    fake.tellConversations();
    return made;
  };
  const change = (id: string, over: Partial<Conversation>): Conversation => {
    const conversation = Object.assign(find(id), over);
    fake.tellConversations();
    return conversation;
  };
  const changeSummary = (id: string, over: Partial<Conversation["summary"]>) =>
    void change(id, { summary: { ...find(id).summary, ...over } });
  /** Where another version of this message goes; what is shown ends before it. */
  const part = (conversation: Conversation, seq: number) => {
    const all = conversation.messages;
    const at = all.findIndex((it) => it.seq === seq);
    const next = Math.max(...all.map((it) => it.seq)) + 1;
    found(all[at], "message").branch = { place: 1, of: 2, before: null, after: next };
    conversation.messages = all.slice(0, at);
    versions.set(seq, all).set(next, conversation.messages);
    const parent = all[at - 1]?.seq;
    const branch = { place: 2, of: 2, before: seq, after: null };
    return { seq: next, ...(parent === undefined ? {} : { parent }), branch };
  };
  const toldFolders = (now: ConversationFolder[]): ConversationFolder[] => {
    folders = now;
    fake.tellConversations();
    return folders;
  };
  const changeFolder = (id: string, over: Partial<ConversationFolder>) =>
    toldFolders(folders.map((it) => (it.id === id ? { ...it, ...over } : it)));
  /** For what was changed before this. */
  const told = (_changed: unknown) => fake.tellConversations();
  const putFile = (id: string, name: string, text: string | null, bytes: number) =>
    fake.putIn(id, [
      { kind: "file", file: attachedFile(name, { bytes, text: text === null ? null : foreign(text) }) },
    ]);

  return {
    conversation: ({ id }) => page(find(id)),
    create_conversation: () => create({ title: "New conversation" }),
    rename_conversation: ({ id, title }) => changeSummary(id, { title }),
    set_conversation_section: ({ id, section }) => changeSummary(id, { section }),
    conversation_folders: () => folders,
    create_folder: ({ name, conversation }) => {
      const id = freshId("folder");
      changeSummary(found(conversation, "conversation"), { folder: id });
      return toldFolders([...folders, { id, name, collapsed: false, created_at: Date.now() }]);
    },
    rename_folder: ({ folder, name }) => changeFolder(folder, { name }),
    collapse_folder: ({ folder, collapsed }) => changeFolder(folder, { collapsed }),
    remove_folder: ({ folder: id }) => {
      for (const { summary } of [...world.conversations.values()].filter((it) => it.summary.folder === id)) {
        changeSummary(summary.id, { folder: null });
      }
      return toldFolders(folders.filter((it) => it.id !== id));
    },
    move_to_folder: ({ conversation, folder }) => changeSummary(conversation, { folder }),
    // As of a conversation of six messages, of which the last exchange is kept.
    compaction_preview: ({ conversation }) => {
      const { model } = find(conversation).summary;
      return { messages: 4, kept: 2, tokens: 31_400, requests: 1, most: 16, model };
    },
    compact_conversation: ({ conversation: id }) => {
      const { model } = find(id).summary;
      const summary = "You prepare the notes of a release. **18 pull requests** are listed.";
      const mark = { after: 4, messages: 4, model, at: Date.now(), automatic: false, summary };
      const context = { tokens: 4_100, context: 200_000, is_estimate: true };
      return change(id, { compactions: [mark], context });
    },
    undo_compaction: ({ conversation: id, after }) =>
      change(id, { compactions: find(id).compactions.filter((it) => it.after !== after) }),
    set_compaction: ({ conversation, at }) => change(conversation, { compact_at: at }),
    delete_conversation: ({ id }) => told(world.conversations.delete(id)),
    set_conversation_server: ({ conversation: id, server, enabled }) =>
      change(id, { servers: find(id).servers.map((it) => (it.id === server ? { ...it, enabled } : it)) }),
    set_conversation_held: ({ conversation, held }) => change(conversation, { held }),
    set_conversation_model: ({ conversation: id, model: wanted }) => {
      const choice = one(choices(world), (it) => it.id === wanted, "model");
      return change(id, { summary: { ...find(id).summary, model: choice.name, model_id: choice.id } });
    },
    say: ({ conversation, text }) => model.hear(find(conversation), text),
    stop_conversation: ({ id }) => model.stop(find(id)),
    attach_file: ({ conversation }) => {
      putFile(conversation, "notes.md", "# Notes\n\nBuy bread.", 2_140);
      return true;
    },
    attach_text: ({ conversation, text }) => void putFile(conversation, "Pasted text", text, text.length),
    attach_pasted: ({ conversation, files }) => {
      for (const { name, data } of files) {
        putFile(conversation, name, null, data.length);
      }
    },
    remove_attached: ({ conversation, seq }) => {
      const message = one(find(conversation).messages, (it) => it.seq === seq, "message");
      message.parts = [];
      fake.emit({ kind: "message", conversation, message: { ...message } });
    },
    messages: ({ id, before, to }) => {
      const { messages } = find(id);
      const end = messages.findIndex((it) => it.seq === before);
      const from = to === null ? end - PAGE : messages.findIndex((it) => it.seq >= to) - 20;
      const begin = Math.max(0, from);
      return { messages: messages.slice(begin, end), earlier: begin > 0 };
    },
    message: ({ id, seq }) =>
      one([find(id).messages, ...versions.values()].flat(), (it) => it.seq === seq, "message"),
    say_instead: ({ conversation: id, seq, text }) => model.hear(find(id), text, part(find(id), seq)),
    answer_again: ({ conversation: id, seq, model: wanted }) => {
      const { models, summary } = find(id);
      const name = wanted === null ? summary.model : one(models, (it) => it.id === wanted, "model").name;
      model.answer(find(id), part(find(id), seq), name);
    },
    show_branch: ({ conversation: id, seq }) => {
      const { messages } = find(id);
      const shown = messages.some((it) => it.seq === seq) ? messages : found(versions.get(seq), "message");
      return page(change(id, { messages: shown }));
    },
    find_chats: ({ words }) => {
      // A title, and the first message below it, which begins in the same way.
      const hits = [...world.conversations.values()].flatMap(({ summary, messages: [first] }) => {
        const from = summary.title.indexOf(words);
        const marked = { text: foreign(summary.title), marks: [{ from, to: from + words.length }] };
        return from < 0 || !first ? [] : [{ ...summary, ...first, conversation: summary.id, marked }];
      });
      const titles = hits.map(({ marked, ...it }) => ({ ...it, title: marked }));
      const messages = hits.map(({ marked, ...it }) => ({ ...it, server: null, excerpt: marked }));
      return { titles, messages, next: null, indexing: false };
    },
    open_chats: () => chatFile(),
    open_dropped_chats: () => chatFile(),
    instructions: ({ conversation }) => ({
      text: instructions.get(conversation) ?? "",
      presets: [...presets].map(([name, text]) => ({ name, text })),
    }),
    set_instructions: ({ conversation, text }) => told(instructions.set(conversation, text)),
    save_instruction_preset: ({ name, text }) => told(presets.set(name, text)),
    remove_instruction_preset: ({ name }) => told(presets.delete(name)),
    import_chats: ({ chosen }) => {
      const kept = chatFile().conversations.filter((it) => chosen.includes(it.number));
      const conversations = kept.map(({ title: { text: title }, updated_at }) => {
        const imported = { product: "chat_gpt" as const, at: Date.now(), last: 1 };
        return create({ title, updated_at: updated_at ?? 0, imported }).summary.id;
      });
      return { conversations };
    },
    set_spending_limit: ({ limit }) => {
      world.spending = { ...world.spending, limit };
      fake.tellConversations();
      return world.spending;
    },
  } satisfies Partial<Handlers>;
}
