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
  ServerLocation,
  TaskState,
  Transport,
} from "../bindings/host";
import { say } from "../l10n";
import { isToday, time } from "./format";

/** The colour of a tag or dot. It never stands alone: a word and a shape say the same. */
export type Tone = "ok" | "wait" | "bad" | "plain";

/** A phase in a word. */
export const phaseWord = (phase: Phase): string => say(`words-phase-${phase}`);

const callTone: Record<CallState, Tone> = {
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
    return { word: say("words-call-denied-by-you"), tone: "plain", declined: true };
  }
  if (call.state === "done" && (call.denied?.length ?? 0) > 0) {
    return { word: say("words-call-done-with-denial"), tone: "wait", declined: true };
  }
  return {
    word: say(`words-call-${call.state}`),
    tone: callTone[call.state],
    declined: call.state === "refused",
  };
}

/** The state of a task in words. How it ended, its call says. */
export const taskWord = (task: TaskState): string => say(`words-task-${task}`);

/** What has no end yet may run as well as wait for an answer, so it has no colour. */
export const outcomeTone: Record<Outcome, Tone> = {
  waiting: "plain",
  done: "ok",
  tool_error: "bad",
  failed: "bad",
  denied: "plain",
  refused: "wait",
  cancelled: "plain",
  interrupted: "wait",
  attention: "wait",
};

/** What a server claims, in words. A claim is unverified. */
export const claimWord = (claim: Claim): string => say(`words-claim-${claim}`);

/**
 * What the person knows of a definition. Only their own review is said: that it was allowed before, or is as it was, says
 * nothing about what a tool does.
 */
export function definitionWord(state: DefinitionState, now = Date.now()): string {
  const on = (what: "changed" | "reviewed", at: number) =>
    isToday(at, now)
      ? say(`words-definition-${what}-today`)
      : say(`words-definition-${what}`, { day: time(at, "day", now) });
  if (state.kind === "changed") return on("changed", state.since);
  if (state.reviewed !== null) return on("reviewed", state.reviewed);
  return say(state.kind === "new" ? "words-definition-first" : "words-definition-unreviewed");
}

export function definitionTone(state: DefinitionState): Tone {
  return state.kind === "changed" || state.reviewed === null ? "wait" : "plain";
}

/**
 * What becomes of an unanswered request. What a server asks the person for is only dismissed: it learns that no decision
 * was made (ELI-05). What is denied by “Cancel” ends by that word, and a tool that changed stays blocked. Of a page it is
 * asked again, as long as its call waits (ELI-25).
 */
export function unansweredEnd(kind: AskedKind): "page" | "cancelled" | "dismissed" | "blocked" | "denied" {
  if (kind === "page") return kind;
  if (kind === "changed") return "blocked";
  if (kind === "sign_in" || kind === "setting" || kind === "launch") return "cancelled";
  return kind === "form" || kind === "link" || kind === "roots" ? "dismissed" : "denied";
}

export const whereWord = (where: ServerLocation): string => say(`words-where-${where}`);

/** What the messages of a server go through. */
export const transportWord = (transport: Transport): string => say(`words-transport-${transport}`);

/** Whom a server says something is for. A claim is unverified. */
export const audienceWord = (audience: Audience): string => say(`words-audience-${audience}`);

/** In whose name a server wrote a message. Its text it is in both cases. */
export const roleWord = (role: PromptRole): string => say(`words-role-${role}`);

export const quoteWord = (quote: QuoteSource): string => say(`words-quote-${quote}`);

/** From the most talkative to the most serious. */
export const LOG_LEVELS: readonly LogLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** A level in a word. */
export const levelWord = (level: LogLevel): string => say(`words-level-${level}`);

/** What a conversation has read, or may do. */
export const flowWord = (flow: FlowMark): string => say(`words-flow-${flow}`);
