import type { Messages } from "./messages";
import { bundles } from "./open";

/** The id of a message: `<room>-<what it is about>`. */
export type MessageId = keyof Messages;

type Arguments<Id extends MessageId, Value> = {
  [Name in keyof Messages[Id]["args"]]: Messages[Id]["args"][Name] extends number ? number : Value;
};

/** The arguments of a message, of which there may be none. */
export type ArgumentsOf<Id extends MessageId, Value> = keyof Messages[Id]["args"] extends never
  ? []
  : [args: Arguments<Id, Value>];

/** The names of the tags in a message. */
export type TagOf<Id extends MessageId> = Messages[Id]["tags"];

/** A message in the language of the page. For one with tags, or with elements in it, see `Say`. */
export function say<Id extends MessageId>(
  id: Id,
  ...args: [TagOf<Id>] extends [never] ? ArgumentsOf<Id, string | number> : [never]
): string {
  return format(id, args[0]);
}

export function format(id: MessageId, args: Record<string, string | number> = {}): string {
  for (const bundle of bundles()) {
    const pattern = bundle.getMessage(id)?.value;
    if (pattern) return bundle.formatPattern(pattern, args);
  }
  throw new Error(`no message ${id}`);
}
