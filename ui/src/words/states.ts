import type {
  AskedKind,
  Audience,
  CallState,
  Claim,
  DefinitionState,
  FlowMark,
  LogLevel,
  Outcome,
  Phase,
  PromptRole,
  QuoteSource,
  TaskState,
  Transport,
  Whereabouts,
} from "../bindings/host";
import { time } from "./format";

/** The colour of a tag or dot. It never stands alone: a word and a shape say the same. */
export type Tone = "ok" | "wait" | "bad" | "plain";

/** A phase in a word. */
export const phaseWord: Record<Phase, string> = {
  off: "off",
  starting: "starting",
  ready: "ready",
  needs_review: "needs your review",
  needs_sign_in: "needs you to sign in",
  failing: "failing",
  stopped: "stopped",
};

/** The state of a call in words. */
export const callWord: Record<CallState, string> = {
  waiting: "waiting for you",
  running: "running",
  done: "done",
  tool_error: "tool says it failed",
  failed: "failed",
  refused: "refused",
  cancelled: "stopped",
};

export const callTone: Record<CallState, Tone> = {
  waiting: "wait",
  running: "plain",
  done: "ok",
  tool_error: "bad",
  failed: "bad",
  refused: "bad",
  cancelled: "plain",
};

/** The state of a task in words. How it ended, its call says. */
export const taskWord: Record<TaskState, string> = {
  working: "running as a task",
  needs_input: "needs an answer",
  stopping: "asked to stop",
  away: "server not connected",
  ended: "ended",
};

export const outcomeTone: Record<Outcome, Tone> = {
  waiting: "wait",
  done: "ok",
  tool_error: "bad",
  failed: "bad",
  denied: "bad",
  refused: "bad",
  cancelled: "plain",
  interrupted: "wait",
  attention: "wait",
};

/** What a server claims, in words. A claim is checked by nobody. */
export const claimWord: Record<Claim, string> = {
  read_only: "reads only",
  destructive: "may destroy or overwrite",
  additive: "adds without overwriting",
  repeatable: "can be repeated",
  open_world: "reaches beyond this computer",
  closed_world: "stays with its own data",
  silent: "says nothing about itself",
};

/**
 * Whether a definition is the one that the person knows. Unchanged is not called good: what it says was never checked, and a
 * tool can do something else under the same words.
 */
export function definitionWord(state: DefinitionState, now = Date.now()): string {
  const day = time(state.since, "day", now);
  switch (state.kind) {
    case "known":
      return `Unchanged since you added or accepted it, ${day}`;
    case "new":
      return "First use: you have not allowed this tool before";
    case "changed":
      return `changed since you added or last accepted it, seen ${day === "today" ? day : `on ${day}`}`;
  }
}

export const definitionTone: Record<DefinitionState["kind"], Tone> = {
  known: "plain",
  new: "wait",
  changed: "bad",
};

/**
 * What becomes of a request that nobody answers. What a server asks the person for is only dismissed: it learns that nobody
 * decided (ELI-05). Of a page it is asked again, as long as its call waits (ELI-25).
 */
export function unansweredWord(kind: AskedKind): string {
  if (kind === "page") {
    return "Asked again";
  }
  return kind === "form" || kind === "link" || kind === "roots" ? "Dismissed" : "Denied";
}

export const whereWord: Record<Whereabouts, string> = {
  local: "local program",
  loopback: "server on this computer",
  remote: "remote server",
};

/** What the messages of a server go through. */
export const transportWord: Record<Transport, string> = {
  stdio: "standard input and output of its program",
  http: "Streamable HTTP",
  old_sse: "HTTP+SSE of 2024-11-05, kept for servers that have no newer one",
};

/** Whom a server says something is for. A claim is checked by nobody. */
export const audienceWord: Record<Audience, string> = {
  person: "for you",
  model: "for the model",
};

/** In whose name a server wrote a message. Its text it is in both cases. */
export const roleWord: Record<PromptRole, string> = {
  user: "as if you said it",
  assistant: "as if the model said it",
};

export const quoteWord: Record<QuoteSource, string> = {
  prompt: "Prompt",
  resource: "Resource",
};

/** From the most talkative to the most serious. */
export const levelWord: Record<LogLevel, string> = {
  debug: "debug",
  info: "info",
  notice: "notice",
  warning: "warning",
  error: "error",
  critical: "critical",
  alert: "alert",
  emergency: "emergency",
};

/** What a conversation has read, or may do. */
export const flowWord: Record<FlowMark, string> = {
  private: "private data",
  strangers: "text of strangers",
  sends: "a way out",
};
