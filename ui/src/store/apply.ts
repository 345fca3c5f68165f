import { replaceEqualDeep } from "@tanstack/react-query";
import type {
  About,
  CallView,
  ConversationSummary,
  EventBatch,
  HostEvent,
  Message,
  Problem,
  ServerSummary,
  Settings,
  Snapshot,
  TaskView,
  WaitingRequest,
} from "../bindings/host";
import { sameEach } from "./sameEach";

/** How the host is, as far as the frame of the window needs it. */
export interface HostState {
  /** Number of the last event contained in this. */
  sequence: number;
  servers: ServerSummary[];
  /** In the order in which they should be answered. */
  waiting: WaitingRequest[];
  /** How often this window attached to the host. Between two times events were missed. */
  attached: number;
  /** Requests that ended and whose outcome is done or failed, newest last, as far as this window heard of it. */
  done: readonly string[];
  conversations: ConversationSummary[];
  /** Those that go on, oldest first, and those that ended, newest first. */
  tasks: TaskView[];
  /** The conversation that is on the screen. */
  lookedAt: string | null;
  /** Those whose last reply ended while they were not. */
  unread: ReadonlySet<string>;
  settings: Settings;
  about: About;
  /** Calls heard of since this window attached, without their results. */
  calls: ReadonlyMap<string, CallView>;
  /** What did not work after it was decided, newest last; until the person has put it away. */
  problems: readonly Problem[];
}

/** Problems that are shown at once. */
const SHOWN_PROBLEMS = 3;

/** Requests whose end is remembered. */
const KEPT_DONE = 100;

/** Calls that are remembered by the window; the host remembers the rest. */
const KEPT_CALLS = 500;

/** The state of a snapshot, with what this window knows from the state before. */
export function fromSnapshot(snapshot: Snapshot, before: HostState | null): HostState {
  const { lookedAt, unread, conversations } = before ?? { lookedAt: null, unread: NONE, conversations: [] };
  const missed = wereBusy(conversations, snapshot.conversations);
  const maybe = missed.length === 0 ? unread : new Set([...unread, ...missed]);
  return {
    ...snapshot,
    attached: (before?.attached ?? 0) + 1,
    done: before?.done ?? [],
    calls: new Map(),
    problems: before?.problems ?? [],
    lookedAt,
    unread: stillUnread(maybe, conversations, snapshot.conversations, lookedAt),
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Which of them are still unread: not one that is looked at or gone, or whose model was asked again. The same object while all are. */
function stillUnread(
  unread: ReadonlySet<string>,
  before: readonly ConversationSummary[],
  now: readonly ConversationSummary[],
  lookedAt: string | null,
): ReadonlySet<string> {
  const busy = new Set(before.filter((it) => it.busy).map((it) => it.id));
  const all = now
    .filter((it) => unread.has(it.id) && it.id !== lookedAt && (!it.busy || busy.has(it.id)))
    .map((it) => it.id);
  return all.length === unread.size ? unread : new Set(all);
}

/** Where a model was at work before events were lost and is no more: it may have replied. */
function wereBusy(before: readonly ConversationSummary[], now: readonly ConversationSummary[]): string[] {
  const busy = new Set(before.filter((it) => it.busy).map((it) => it.id));
  return now.filter((it) => !it.busy && busy.has(it.id)).map((it) => it.id);
}

/** A message was said: the end of a model's reply is unread where it is not shown. A summary is no message. */
function withReply(state: HostState, conversation: string, message: Message): HostState {
  const ended = message.speaker === "model" && !message.streaming;
  return ended && conversation !== state.lookedAt && !state.unread.has(conversation)
    ? { ...state, unread: new Set([...state.unread, conversation]) }
    : state;
}

/** The person looks at this conversation now, or at none. */
export function withLookedAt(state: HostState, lookedAt: string | null): HostState {
  if (lookedAt === null || !state.unread.has(lookedAt)) return { ...state, lookedAt };
  return { ...state, lookedAt, unread: new Set([...state.unread].filter((id) => id !== lookedAt)) };
}

/** What a batch means for a state: the new state, or that something was missed. */
export type Applied = { kind: "applied"; state: HostState; fresh: HostEvent[] } | { kind: "gap" };

/** Applies a batch by sequence. Events already contained are skipped; a hole or `lagged` is a gap. */
export function apply(state: HostState, batch: EventBatch): Applied {
  const first = batch.sequence - batch.events.length + 1;
  if (batch.events.length === 0 || batch.sequence <= state.sequence) {
    return { kind: "applied", state, fresh: [] };
  }
  if (first > state.sequence + 1) return { kind: "gap" };
  const fresh = batch.events.slice(state.sequence + 1 - first);
  if (fresh.some((event) => event.kind === "lagged")) return { kind: "gap" };
  const next = fresh.reduce(step, state);
  return { kind: "applied", state: { ...next, sequence: batch.sequence }, fresh };
}

/** What an event says again stays the same object, so that nothing is drawn again for it. */
function step(state: HostState, event: HostEvent): HostState {
  switch (event.kind) {
    case "server": {
      const known = state.servers.some((it) => it.id === event.server.id);
      const servers = known
        ? state.servers.map((it) => (it.id === event.server.id ? event.server : it))
        : [...state.servers, event.server];
      return { ...state, servers: replaceEqualDeep(state.servers, servers) };
    }
    case "servers_ordered": {
      const place = new Map(event.ids.map((id, at) => [id, at]));
      const at = (server: ServerSummary) => place.get(server.id) ?? event.ids.length;
      return { ...state, servers: state.servers.toSorted((a, b) => at(a) - at(b)) };
    }
    case "server_removed":
      return { ...state, servers: state.servers.filter((it) => it.id !== event.id) };
    case "waiting":
      return { ...state, waiting: replaceEqualDeep(state.waiting, event.waiting) };
    case "request_done":
      return { ...state, done: [...state.done, event.request].slice(-KEPT_DONE) };
    case "conversations":
      return {
        ...state,
        conversations: sameEach(state.conversations, event.conversations, (it) => it.id),
        unread: stillUnread(state.unread, state.conversations, event.conversations, state.lookedAt),
      };
    case "task":
      return { ...state, tasks: withTask(state.tasks, event.task) };
    case "tasks_forgotten":
      return { ...state, tasks: state.tasks.filter((it) => it.state !== "ended") };
    case "settings":
      return { ...state, settings: replaceEqualDeep(state.settings, event.settings) };
    case "problem":
      return withProblem(state, event.problem);
    case "call":
      return { ...state, calls: remember(state.calls, event.call) };
    case "message": {
      const calls = event.message.parts.flatMap((part) => (part.kind === "call" ? [part.call] : []));
      const next = withReply(state, event.conversation, event.message);
      return calls.length === 0 ? next : { ...next, calls: calls.reduce(remember, state.calls) };
    }
    default:
      return state;
  }
}

export function withProblem(state: HostState, problem: Problem): HostState {
  return { ...state, problems: [...state.problems, problem].slice(-SHOWN_PROBLEMS) };
}

/** One that ends goes to the front of those that did. */
function withTask(tasks: TaskView[], task: TaskView): TaskView[] {
  const known = tasks.find((it) => it.id === task.id);
  if (known && (known.state === "ended") === (task.state === "ended")) {
    return tasks.map((it) => (it === known ? task : it));
  }
  const others = tasks.filter((it) => it !== known);
  const open = others.filter((it) => it.state !== "ended");
  const ended = others.filter((it) => it.state === "ended");
  return [...open, task, ...ended];
}

function remember(calls: ReadonlyMap<string, CallView>, call: CallView): ReadonlyMap<string, CallView> {
  const next = new Map(calls);
  next.delete(call.id);
  next.set(call.id, call);
  for (const oldest of next.keys()) {
    if (next.size <= KEPT_CALLS) break;
    next.delete(oldest);
  }
  return next;
}
