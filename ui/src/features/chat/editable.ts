import type { Message } from "../../bindings/host";

/** Whether all that was in it was taken out again before it was sent. */
export function isEmptied(message: Message): boolean {
  return message.speaker === "person" && message.parts.length === 0;
}

/** The last message in which something is. */
export function lastSaid(messages: readonly Message[]): Message | undefined {
  return messages.findLast((it) => !isEmptied(it));
}

/** Whether it is a message of the person's with words. */
export function isEditable(message: Message): boolean {
  return message.speaker === "person" && message.parts.some((part) => part.kind === "words");
}
