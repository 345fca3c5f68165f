import { Fragment, type ReactNode } from "react";
import { type ArgumentsOf, format, type MessageId, type TagOf } from "./say";

type Tags<Id extends MessageId> = [TagOf<Id>] extends [never]
  ? { tags?: undefined }
  : { tags: Record<TagOf<Id>, (children: ReactNode) => ReactNode> };

type Args<Id extends MessageId> =
  ArgumentsOf<Id, ReactNode> extends [infer Given] ? { args: Given } : { args?: undefined };

/**
 * A message with elements in it: an argument may be an element, and what stands between `<name>` and `</name>` is drawn by
 * `tags.name`. Only the message itself is read for tags: what an argument says is text, whatever its source (S-22).
 */
export function Say<Id extends MessageId>(props: { id: Id } & Args<Id> & Tags<Id>): ReactNode {
  const {
    id,
    args = {},
    tags = {},
  } = props as {
    id: MessageId;
    args?: Record<string, ReactNode>;
    tags?: Record<string, (children: ReactNode) => ReactNode>;
  };
  const nodes: ReactNode[] = [];
  const values = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, masked(value, nodes)] as const),
  );
  const parts = format(id, values).split(/<(\w+)>([^<]*)<\/\1>/);
  return parts.map((part, index) => {
    // Every third is what is between tags, after the name of the tag.
    if (index % 3 === 1) return null;
    const drawn = unmasked(part, nodes);
    const tag = index % 3 === 2 ? tags[parts[index - 1] ?? ""] : undefined;
    return <Fragment key={index}>{tag ? tag(drawn) : drawn}</Fragment>;
  });
}

/** Stands for an element, and for what would read as a tag, in the text that is looked through for tags. */
const MARK = "\ue000";

function masked(value: ReactNode, nodes: ReactNode[]): string | number {
  if (typeof value === "number") return value;
  if (typeof value === "string") {
    return value.replace(/[<\ue000]/g, (it) => (it === "<" ? `${MARK}l;` : `${MARK}m;`));
  }
  nodes.push(value);
  return `${MARK}${nodes.length - 1};`;
}

function unmasked(text: string, nodes: ReactNode[]): ReactNode {
  const parts = text.split(/\ue000(\w+);/).map((part, index) => {
    if (index % 2 === 0) return part;
    return part === "l" ? "<" : part === "m" ? MARK : nodes[Number(part)];
  });
  return parts.every((it) => typeof it === "string")
    ? parts.join("")
    : parts.map((it, index) => <Fragment key={index}>{it}</Fragment>);
}
