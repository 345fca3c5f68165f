import type {
  AskedKind,
  Audience,
  CallState,
  CallView,
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
  refused: "wait",
  cancelled: "plain",
};

/**
 * How a call is, in words and a colour. Who said no themselves is told so, without alarm; what ran while something in it was
 * declined is no plain success.
 */
export function callLook(call: Pick<CallView, "state"> & Partial<Pick<CallView, "denied" | "problem">>): {
  word: string;
  tone: Tone;
  declined: boolean;
} {
  if (call.state === "refused" && call.problem?.code === "consent.denied") {
    return { word: "declined by you", tone: "plain", declined: true };
  }
  if (call.state === "done" && (call.denied?.length ?? 0) > 0) {
    return { word: "ran, with something declined", tone: "wait", declined: true };
  }
  return { word: callWord[call.state], tone: callTone[call.state], declined: call.state === "refused" };
}

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
  denied: "plain",
  refused: "wait",
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
 * What the person knows of a definition. Only their own review is said: that it was allowed before, or is as it was, says
 * nothing about what a tool does.
 */
export function definitionWord(state: DefinitionState, now = Date.now()): string {
  const on = (at: number) => {
    const day = time(at, "day", now);
    return day === "today" ? day : `on ${day}`;
  };
  if (state.kind === "changed") {
    return `Changed ${on(state.since)}`;
  }
  if (state.reviewed !== null) {
    return `Reviewed by you ${on(state.reviewed)}`;
  }
  return state.kind === "new" ? "First use, not reviewed by you" : "Not reviewed by you";
}

export function definitionTone(state: DefinitionState): Tone {
  if (state.kind === "changed") {
    return "bad";
  }
  return state.reviewed === null ? "wait" : "plain";
}

/**
 * What becomes of a request that nobody answers. What a server asks the person for is only dismissed: it learns that nobody
 * decided (ELI-05). Of a page it is asked again, as long as its call waits (ELI-25).
 */
export function unansweredWord(kind: AskedKind): string {
  if (kind === "page") {
    return "Asked again";
  }
  if (kind === "sign_in") {
    return "Cancelled";
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
