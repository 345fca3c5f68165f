import type { Query, QueryClient } from "@tanstack/react-query";
import type {
  CallView,
  Conversation,
  HostEvent,
  Message,
  ProviderView,
  ServerAccount,
} from "../bindings/host";
import type { Args, Command } from "../platform";
import { withMessage } from "./chat";

/** The key under which the reply of a command is kept. */
export function keyOf<K extends Command>(name: K, args: Args<K>): readonly [K, Args<K>] {
  return [name, args];
}

/**
 * Makes kept replies old, so that those in view are asked for again. One that is on its way may have been written before the
 * event: it is made old when it is here, and not asked for a second time meanwhile, which would be the host's work twice.
 */
export function makeOld(queries: QueryClient, matches: (query: Query) => boolean = () => true): void {
  const coming = new Set(queries.getQueryCache().findAll({ predicate: matches, fetchStatus: "fetching" }));
  for (const query of coming) {
    afterwards(queries, query);
  }
  void queries.invalidateQueries({ predicate: (query) => matches(query) && !coming.has(query) });
}

/** Replies on their way that will be old when they are here. */
const late = new WeakSet<Query>();

function afterwards(queries: QueryClient, query: Query): void {
  if (late.has(query)) {
    return;
  }
  late.add(query);
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.query !== query || (event.type !== "removed" && query.state.fetchStatus === "fetching")) {
      return;
    }
    stop();
    late.delete(query);
    void queries.invalidateQueries({ predicate: (it) => it === query });
  });
}

/** What grows while somebody looks at it is read on at most this often, in milliseconds: each time costs all of it. */
const READ_ON_EVERY = 300;

const readOn = new WeakMap<QueryClient, Map<string, { at: number; waits: boolean }>>();

/** Does it now, or as soon as the last time is long enough ago; once, however often it is wanted meanwhile. */
function paced(queries: QueryClient, what: string, act: () => void): void {
  const all = readOn.get(queries) ?? new Map<string, { at: number; waits: boolean }>();
  readOn.set(queries, all);
  const last = all.get(what) ?? { at: Number.NEGATIVE_INFINITY, waits: false };
  all.set(what, last);
  if (last.waits) return;
  const run = () => {
    last.waits = false;
    last.at = performance.now();
    act();
  };
  const left = last.at + READ_ON_EVERY - performance.now();
  if (left <= 0) {
    run();
    return;
  }
  last.waits = true;
  setTimeout(run, left);
}

/** Which kept replies an event makes old. */
export function forget(queries: QueryClient, events: HostEvent[]): void {
  const old = (name: Command, matches: (args: Record<string, unknown>) => boolean = () => true) =>
    makeOld(
      queries,
      ({ queryKey }) => queryKey[0] === name && matches((queryKey[1] ?? {}) as Record<string, unknown>),
    );
  // What a model could use is counted with every reply, and dozens of servers change many times while they start.
  const offered = () => paced(queries, "offered", () => old("conversation"));
  for (const event of events) {
    switch (event.kind) {
      case "server":
        old("server", (args) => args.id === event.server.id);
        offered();
        old("flows", (args) => args.server === event.server.id);
        break;
      case "server_removed":
        old("conversation");
        old("grants");
        queries.removeQueries({ queryKey: keyOf("account", { server: event.id }) });
        break;
      case "tools":
        old("tools", (args) => args.server === event.server);
        old("tool", (args) => args.server === event.server);
        old("check_arguments", (args) => args.server === event.server);
        old("icon", (args) => args.server === event.server);
        old("server", (args) => args.id === event.server);
        offered();
        old("flows", (args) => args.server === event.server);
        break;
      case "resources":
        old("resources", (args) => args.server === event.server);
        old("icon", (args) => args.server === event.server);
        old("complete", (args) => args.server === event.server);
        break;
      case "prompts":
        old("prompts", (args) => args.server === event.server);
        old("icon", (args) => args.server === event.server);
        old("complete", (args) => args.server === event.server);
        break;
      case "call":
        old("call", (args) => args.call === event.call.id);
        written(queries);
        conversations(queries, (message) => withCall(message, event.call));
        break;
      case "message":
        written(queries, event.conversation);
        if (!said(queries, event.conversation, event.message)) {
          old("conversation", (args) => args.id === event.conversation);
        }
        break;
      case "words":
        written(queries, event.conversation);
        if (!grown(queries, event)) {
          old("conversation", (args) => args.id === event.conversation);
        }
        break;
      case "models":
        queries.setQueryData<ProviderView[]>(keyOf("models", {}), event.providers);
        old("conversation");
        old("find_providers");
        break;
      case "record":
        old("record");
        old("record_detail");
        break;
      case "grants":
        old("grants");
        break;
      case "flows":
        old("flows");
        old("conversation_flows");
        break;
      case "roots":
        old("roots", (args) => args.server === event.server);
        break;
      case "account":
        account(queries, event.account);
        break;
      case "logs":
        paced(queries, `logs ${event.server}`, () => old("logs", (args) => args.server === event.server));
        break;
      case "frames":
        paced(queries, `frames ${event.server}`, () => {
          old("frames", (args) => args.server === event.server);
          old("find_frames", (args) => args.server === event.server);
        });
        break;
      case "conversations":
        old("conversation");
        old("find_chats");
        break;
      default:
        break;
    }
  }
}

/** Put in place at once, also where nobody looks: the page of a sign-in must not outlive it (S-56). */
function account(queries: QueryClient, now: ServerAccount): void {
  const key = keyOf("account", { server: now.server });
  for (const query of queries.getQueryCache().findAll({ queryKey: key, fetchStatus: "fetching" })) {
    afterwards(queries, query);
  }
  queries.setQueryData<ServerAccount>(key, (kept) => (kept ? now : kept));
}

/** What is added to a conversation would be lost in a reply that was written before it. */
function written(queries: QueryClient, id?: string): void {
  const predicate = ({ queryKey }: Query) =>
    queryKey[0] === "conversation" &&
    (id === undefined || (queryKey[1] as Args<"conversation"> | undefined)?.id === id);
  for (const query of queries.getQueryCache().findAll({ predicate, fetchStatus: "fetching" })) {
    afterwards(queries, query);
  }
}

function conversations(queries: QueryClient, change: (message: Message) => Message): void {
  queries.setQueriesData<Conversation>(
    { predicate: (query) => query.queryKey[0] === "conversation" },
    (kept) => (kept ? { ...kept, messages: kept.messages.map(change) } : kept),
  );
}

function withCall(message: Message, call: CallView): Message {
  if (!message.parts.some((part) => part.kind === "call" && part.call.id === call.id)) {
    return message;
  }
  const parts = message.parts.map((part) =>
    part.kind === "call" && part.call.id === call.id ? { ...part, call } : part,
  );
  return { ...message, parts };
}

type Words = Extract<HostEvent, { kind: "words" }>;

/** Adds what came to a message. False where something before it is missing, so that it has to be asked for. */
function grown(queries: QueryClient, words: Words): boolean {
  const key = keyOf("conversation", { id: words.conversation });
  const kept = queries.getQueryData<Conversation>(key);
  if (kept === undefined) {
    return true;
  }
  const message = kept.messages.find((it) => it.seq === words.seq);
  const part = message?.parts[words.part];
  if (message === undefined || (part?.kind !== "words" && part?.kind !== "thought")) {
    return false;
  }
  // What was asked for meanwhile may have some of it already.
  const known = part.text.length - words.from;
  if (known < 0) {
    return false;
  }
  if (known < words.text.length) {
    const text = part.text + words.text.slice(known);
    const parts = message.parts.map((it) => (it === part ? { ...part, text } : it));
    queries.setQueryData<Conversation>(key, withMessage(kept, { ...message, parts }) ?? kept);
  }
  return true;
}

/** Puts a message in its place. False where what it follows is not known, so that it has to be asked for. */
function said(queries: QueryClient, id: string, message: Message): boolean {
  const key = keyOf("conversation", { id });
  const kept = queries.getQueryData<Conversation>(key);
  const now = kept && withMessage(kept, message);
  if (now) {
    queries.setQueryData<Conversation>(key, now);
  }
  return now !== null;
}
