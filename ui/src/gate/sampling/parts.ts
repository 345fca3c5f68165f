import type { Block, SampledMessage, SampledPart, SampledTool } from "../../bindings/host";
import { clamp } from "../clamp";

/** Whether a block of text is not shown whole at first. */
function isShortened(block: Block): boolean {
  return block.kind === "text" && (block.whole !== null || clamp(block.text.text, block.bytes) !== null);
}

/** What of these parts is shown shortened, by the keys under which it is opened (S-10). */
export function shortenedInParts(parts: SampledPart[], key: string): string[] {
  return parts.flatMap((part, index) => shortenedInPart(part, `${key}.${index}`));
}

function shortenedInPart(part: SampledPart, key: string): string[] {
  switch (part.kind) {
    case "content":
      return isShortened(part.block) ? [key] : [];
    case "tool_use":
      return long(part.input.text) ? [key] : [];
    case "tool_result":
      return [
        ...part.blocks.flatMap((block, at) => (isShortened(block) ? [`${key}.${at}`] : [])),
        ...(part.structured !== null && long(part.structured.text) ? [`${key}.structured`] : []),
      ];
  }
}

/** The same for everything that would be sent. */
export function shortenedIn(asked: {
  system_prompt: Block | null;
  messages: SampledMessage[];
  tools: SampledTool[];
}): string[] {
  return [
    ...(asked.system_prompt !== null && isShortened(asked.system_prompt) ? ["system"] : []),
    ...asked.messages.flatMap((message, index) => shortenedInParts(message.parts, `message.${index}`)),
    ...asked.tools.flatMap((tool, index) => [
      ...(long(tool.description.text) ? [`tool.${index}.description`] : []),
      ...(long(tool.schema.text) ? [`tool.${index}.schema`] : []),
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
