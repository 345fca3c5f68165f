import { replaceEqualDeep } from "@tanstack/react-query";
import type { Conversation, HostEvent, Message, MessagePage } from "../bindings/host";

/**
 * The newest messages as they are now, after those that were asked for on the way back, as far as these lead to them. What
 * is not on the branch that is shown any more falls away.
 */
export function mergeConversation(before: Conversation | undefined, now: Conversation): Conversation {
  const first = now.messages[0];
  const at = first?.parent === undefined ? -1 : seqIndex(before?.messages ?? [], first.parent);
  if (before === undefined) return now;
  if (at < 0) return withSameMessages(before, now);
  const messages = [...before.messages.slice(0, at + 1), ...now.messages];
  return replaceEqualDeep(before, { ...now, messages, earlier: before.earlier });
}

/** What is said again stays the same object, also where earlier messages came before it: it is not drawn again then. */
function withSameMessages(before: Conversation, now: Conversation): Conversation {
  const [first] = before.messages;
  const at = first === undefined ? -1 : seqIndex(now.messages, first.seq);
  if (at <= 0) return replaceEqualDeep(before, now);
  const known = replaceEqualDeep(before.messages, now.messages.slice(at));
  const rest = replaceEqualDeep(before, { ...now, messages: before.messages });
  return { ...rest, messages: [...now.messages.slice(0, at), ...known] };
}

/** With what was said before, where it still leads to the rest. */
export function withEarlier(kept: Conversation, page: MessagePage): Conversation {
  const [first] = kept.messages;
  if (first === undefined || page.messages.at(-1)?.seq !== first.parent) return kept;
  return { ...kept, messages: [...page.messages, ...kept.messages], earlier: page.earlier };
}

/**
 * With a message that is new or changed; `null` where it follows something that is not known here. One that is said in the
 * place of another takes that one, and all that followed it, out of what is shown.
 */
export function withMessage(kept: Conversation, message: Message): Conversation | null {
  if (seqIndex(kept.messages, message.seq) >= 0) {
    return {
      ...kept,
      messages: kept.messages.map((it) => (it.seq === message.seq ? message : it)),
    };
  }
  if (message.parent === undefined) {
    const messages = message.branch ? [message] : [...kept.messages, message].sort((a, b) => a.seq - b.seq);
    return { ...kept, messages, earlier: message.branch ? false : kept.earlier };
  }
  const at = seqIndex(kept.messages, message.parent);
  return at < 0 ? null : { ...kept, messages: [...kept.messages.slice(0, at + 1), message] };
}

/** Where the message with this number is; they are in order. */
export function seqIndex(messages: readonly Message[], seq: number): number {
  let [low, high] = [0, messages.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = messages[middle]?.seq ?? 0;
    if (found === seq) return middle;
    if (found < seq) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

type Delta = Extract<HostEvent, { kind: "words" }>;

/** With what came to a message; `null` where something before it is missing. */
export function appendDelta(kept: Conversation, delta: Delta): Conversation | null {
  const message = kept.messages[seqIndex(kept.messages, delta.seq)];
  const part = message?.parts[delta.part];
  if (message === undefined || (part?.kind !== "words" && part?.kind !== "thought")) return null;
  // What was asked for meanwhile may have some of it already.
  const known = part.text.length - delta.from;
  if (known < 0) return null;
  if (known >= delta.text.length) return kept;
  const text = part.text + delta.text.slice(known);
  const parts = message.parts.map((it) => (it === part ? { ...part, text } : it));
  return withMessage(kept, { ...message, parts });
}
