import type { Message } from "../../bindings/host";

/** Whether it is a message of the person's with words. */
export function isEditable(message: Message): boolean {
  return message.speaker === "person" && message.parts.some((part) => part.kind === "words");
}
