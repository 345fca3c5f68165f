import type { Block, SampledMessage, SampledPart, SampledTool } from "../../bindings/host";
import { clamp } from "../clamp";
import type { Shortened } from "../useExpanded";

/** Whether a block of text is not shown whole at first. */
function isShortened(block: Block): boolean {
  return block.kind === "text" && (block.whole !== null || clamp(block.text.text, block.bytes) !== null);
}

/** What of these parts is shown shortened, by the keys and names under which it is opened (S-10). */
export function shortenedInParts(parts: SampledPart[], key: string, name: string): Shortened[] {
  return parts.flatMap((part, index) => shortenedInPart(part, `${key}.${index}`, name));
}

function shortenedInPart(part: SampledPart, key: string, name: string): Shortened[] {
  switch (part.kind) {
    case "content":
      return isShortened(part.block) ? [{ key, name }] : [];
    case "tool_use":
      return long(part.input.text) ? [{ key, name: `arguments of ${part.name.text}` }] : [];
    case "tool_result":
      return [
        ...part.blocks.flatMap((block, at) => (isShortened(block) ? [{ key: `${key}.${at}`, name }] : [])),
        ...(part.structured !== null && long(part.structured.text)
          ? [{ key: `${key}.structured`, name: "structured content" }]
          : []),
      ];
  }
}

/** The same for everything that would be sent. */
export function shortenedIn(asked: {
  system_prompt: Block | null;
  messages: SampledMessage[];
  tools: SampledTool[];
}): Shortened[] {
  return [
    ...(asked.system_prompt !== null && isShortened(asked.system_prompt)
      ? [{ key: "system", name: "system prompt" }]
      : []),
    ...asked.messages.flatMap((message, index) =>
      shortenedInParts(message.parts, `message.${index}`, `message ${index + 1}`),
    ),
    ...asked.tools.flatMap((tool, index) => [
      ...(long(tool.description.text)
        ? [{ key: `tool.${index}.description`, name: `description of ${tool.name.text}` }]
        : []),
      ...(long(tool.schema.text)
        ? [{ key: `tool.${index}.schema`, name: `schema of ${tool.name.text}` }]
        : []),
    ]),
  ];
}

/** Size of a text that comes without one. */
export function size(text: string): number {
  return new TextEncoder().encode(text).length;
}

function long(text: string): boolean {
  return clamp(text, size(text)) !== null;
}
