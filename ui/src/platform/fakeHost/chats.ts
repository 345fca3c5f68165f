import type { ChatImport, Conversation, ConversationFolder, FoundChat, Message } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, found, freshId, one } from "./make";
import { choices } from "./models";
import { conversationOf } from "./seed";

/** A file of conversations, the newest first. */
function chatsInFile(): FoundChat[] {
  const chat = (number: number, title: string, over: Partial<FoundChat> = {}): FoundChat => ({
    number,
    title: foreign(title),
    messages: 12,
    created_at: Date.UTC(2025, 4, 1),
    updated_at: Date.UTC(2025, 4, 2),
    known: false,
    omissions: [],
    ...over,
  });
  return [
    chat(0, "Trip to Bergen", {
      omissions: [
        { kind: "calls", count: 2 },
        { kind: "instructions", count: 1 },
      ],
    }),
    chat(1, "", { messages: 1, updated_at: null, created_at: null }),
    chat(2, "Letters", { known: true }),
  ];
}

function openChats(): ChatImport {
  return {
    id: freshId("import"),
    file: foreign("conversations.json"),
    product: "chat_gpt",
    conversations: chatsInFile(),
    unreadable: 1,
    empty: 0,
    beyond: 0,
    most: 500,
  };
}

/** Messages handed over at once. */
const PAGE = 60;

const textOf = (message: Message) =>
  message.parts.flatMap((part) => (part.kind === "words" ? [part.text] : [])).join(" ");

export function chatHandlers(fake: FakeHost) {
  const { world, model } = fake;
  const find = (id: string) => fake.conversation(id);
  const instructions = new Map<string, string>();
  const presets = new Map([["Brief", "Answer in one sentence."]]);
  /** What was shown with each version of a message. A message has two at most. */
  const versions = new Map<number, Message[]>();

  const page = (conversation: Conversation): Conversation => {
    const all = conversation.messages;
    // Pages are joined by what a message follows, and versions stand in each other's place by it.
    for (const [index, it] of all.slice(1).entries()) {
      it.parent = all[index]?.seq ?? 0;
    }
    return { ...conversation, messages: all.slice(-PAGE), earlier: all.length > PAGE };
  };
  const change = (id: string, over: Partial<Conversation>): Conversation => {
    const conversation = Object.assign(find(id), over);
    fake.tellConversations();
    return conversation;
  };
  /** Where another version of this message goes; what is shown ends before it. */
  const part = (conversation: Conversation, seq: number) => {
    const all = conversation.messages;
    const at = all.findIndex((it) => it.seq === seq);
    const message = found(all[at], "message");
    const next = Math.max(...all.map((it) => it.seq)) + 1;
    message.branch = { place: 1, of: 2, before: null, after: next };
    conversation.messages = all.slice(0, at);
    versions.set(seq, all).set(next, conversation.messages);
    const parent = all[at - 1]?.seq;
    const branch = { place: 2, of: 2, before: seq, after: null };
    return { seq: next, ...(parent === undefined ? {} : { parent }), branch };
  };
  let folders: ConversationFolder[] = [];
  const toldFolders = (now: ConversationFolder[]): ConversationFolder[] => {
    folders = now.toSorted((a, b) => a.name.localeCompare(b.name));
    fake.tellConversations();
    return folders;
  };
  const toFolder = (id: string, folder: string | null) => {
    change(id, { summary: { ...find(id).summary, folder } });
  };
  /** Messages that a summary covers: all but the last exchange. */
  const coveredBy = (conversation: Conversation) => Math.max(0, conversation.messages.length - 2);
  let spendingLimit: number | null = null;
  const spending = (conversation: string | null) => ({
    month: { dollars: 3.4, replies: 12, unpriced: 2 },
    limit: spendingLimit,
    conversation: conversation === null ? null : { dollars: 0.25, replies: 3, unpriced: 0 },
  });
  const putIn = (id: string, name: string, text: string, bytes = text.length) =>
    fake.putIn(id, [
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
    ]);

  return {
    conversation: ({ id }) => page(find(id)),
    create_conversation: () => {
      const made = conversationOf(world, { id: freshId("conv"), title: "New conversation" }, []);
      world.conversations.set(made.summary.id, made);
      fake.tellConversations();
      return made;
    },
    rename_conversation: ({ id, title }) => {
      change(id, { summary: { ...find(id).summary, title } });
    },
    set_conversation_section: ({ id, section }) => {
      change(id, { summary: { ...find(id).summary, section } });
    },
    conversation_folders: () => folders,
    create_folder: ({ name, conversation }) => {
      const id = freshId("folder");
      const now = toldFolders([...folders, { id, name, collapsed: false, created_at: Date.now() }]);
      if (conversation !== null) {
        toFolder(conversation, id);
      }
      return now;
    },
    rename_folder: ({ folder, name }) =>
      toldFolders(folders.map((it) => (it.id === folder ? { ...it, name } : it))),
    collapse_folder: ({ folder, collapsed }) =>
      toldFolders(folders.map((it) => (it.id === folder ? { ...it, collapsed } : it))),
    remove_folder: ({ folder }) => {
      for (const { summary } of world.conversations.values()) {
        if (summary.folder === folder) {
          toFolder(summary.id, null);
        }
      }
      return toldFolders(folders.filter((it) => it.id !== folder));
    },
    move_to_folder: ({ conversation, folder }) => {
      toFolder(conversation, folder);
      return null;
    },
    compaction_preview: ({ conversation }) => ({
      messages: coveredBy(find(conversation)),
      kept: 2,
      tokens: 31_400,
      requests: 1,
      most: 16,
      model: find(conversation).summary.model,
    }),
    compact_conversation: ({ conversation: id }) => {
      const conversation = find(id);
      const messages = coveredBy(conversation);
      const mark = {
        after: found(conversation.messages[messages - 1], "message").seq,
        messages,
        model: conversation.summary.model,
        at: Date.now(),
        automatic: false,
        summary: "You prepare the notes of a release. **18 pull requests** are listed.",
      };
      return change(id, {
        compactions: [...conversation.compactions, mark],
        context: { tokens: 4_100, context: 200_000, is_estimate: true },
      });
    },
    undo_compaction: ({ conversation: id, after }) =>
      change(id, { compactions: find(id).compactions.filter((it) => it.after !== after) }),
    set_compaction: ({ conversation, at }) => change(conversation, { compact_at: at }),
    delete_conversation: ({ id }) => {
      world.conversations.delete(id);
      fake.tellConversations();
    },
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
      putIn(conversation, "notes.md", "# Notes\n\nBuy bread.", 2_140);
      return true;
    },
    attach_text: ({ conversation, text }) => {
      putIn(conversation, "Pasted text", text);
    },
    attach_pasted: ({ conversation, files }) => {
      for (const { name, data } of files) {
        const size = Math.floor((data.length * 3) / 4);
        const kind = name.endsWith(".png") ? "image" : "text";
        const file = {
          name: foreign(name),
          kind,
          bytes: size,
          digest: `pasted ${name}`,
          text: null,
        } as const;
        fake.putIn(conversation, [{ kind: "file", file: { ...file, mime: "image/png" } }]);
      }
      return null;
    },
    remove_attached: ({ conversation, seq }) => {
      const message = one(find(conversation).messages, (it) => it.seq === seq, "message");
      message.parts = [];
      fake.emit({ kind: "message", conversation, message: { ...message } });
      return null;
    },
    answer_held: ({ conversation, held: id, answer }) => {
      const { messages } = find(conversation);
      const holds = (it: Message) => it.parts.find((part) => part.kind === "held" && part.held.id === id);
      const message = found(messages.find(holds), "result");
      const part = holds(message);
      if (part?.kind === "held") {
        const state = ({ give: "given", change: "changed", withhold: "withheld" } as const)[answer.kind];
        const text = answer.kind === "change" ? answer.text : "";
        part.held = { ...part.held, state, text, reason: answer.kind === "withhold" ? answer.reason : null };
      }
      fake.emit({ kind: "message", conversation, message });
    },
    messages: ({ id, before, to }) => {
      const { messages } = find(id);
      const end = messages.findIndex((it) => it.seq === before);
      const from = to === null ? end - PAGE : messages.findIndex((it) => it.seq >= to) - 20;
      const begin = Math.max(0, from);
      return { messages: messages.slice(begin, end), earlier: begin > 0 };
    },
    message: ({ id, seq }) => {
      const known = [find(id).messages, ...versions.values()].flat();
      return one(known, (it) => it.seq === seq, "message");
    },
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
      const wanted = words.toLowerCase();
      const has = (text: string) => text.toLowerCase().includes(wanted);
      const mark = (text: string) => {
        const from = text.toLowerCase().indexOf(wanted);
        return { text: foreign(text), marks: [{ from, to: from + wanted.length }] };
      };
      const all = [...world.conversations.values()];
      return {
        titles: all
          .map((it) => it.summary)
          .filter((it) => has(it.title))
          .map(({ id, title, updated_at }) => ({ conversation: id, title: mark(title), updated_at })),
        messages: all.flatMap(({ summary: { id: conversation, title }, messages }) =>
          messages
            .filter((it) => has(textOf(it)))
            .map((it) => {
              const { seq, at, speaker } = it;
              return { conversation, title, seq, at, speaker, server: null, excerpt: mark(textOf(it)) };
            }),
        ),
        next: null,
      };
    },
    open_chats: openChats,
    open_dropped_chats: ({ at }) => {
      found(world.drop.files?.chats[at], "file");
      return openChats();
    },
    instructions: ({ conversation }) => ({
      text: instructions.get(conversation) ?? "",
      presets: [...presets].map(([name, text]) => ({ name, text })),
    }),
    set_instructions: ({ conversation, text }) => {
      instructions.set(conversation, text);
      fake.tellConversations();
      return null;
    },
    save_instruction_preset: ({ name, text }) => {
      presets.set(name, text);
      fake.tellConversations();
      return null;
    },
    remove_instruction_preset: ({ name }) => {
      presets.delete(name);
      fake.tellConversations();
      return null;
    },
    import_chats: ({ chosen }) => {
      const kept = chatsInFile().filter((it) => chosen.includes(it.number));
      const conversations = kept.map(({ title, updated_at }) => {
        const id = freshId("conv");
        const imported = { product: "chat_gpt" as const, at: Date.now(), last: 1 };
        const summary = { id, title: title.text, updated_at: updated_at ?? 0, imported };
        world.conversations.set(id, conversationOf(world, summary, []));
        return id;
      });
      fake.tellConversations();
      return { conversations };
    },
    spending: ({ conversation }) => spending(conversation),
    set_spending_limit: ({ limit }) => {
      spendingLimit = limit;
      fake.tellConversations();
      return spending(null);
    },
    export_conversation: ({ format }) => ({
      path: `/home/ada/conversation.${format === "json" ? "json" : "md"}`,
      folder: format === "json" ? null : "conversation-files",
      pictures: format === "json" ? 0 : 2,
    }),
  } satisfies Partial<Handlers>;
}
