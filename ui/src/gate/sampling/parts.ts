import type { Block, Foreign, SampledMessage, SampledPart, SampledTool } from "../../bindings/host";
import { say } from "../../l10n";
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
      return long(part.input.text) ? [{ key, name: nameOf("arguments", part.name) }] : [];
    case "tool_result":
      return [
        ...part.blocks.flatMap((block, at) => (isShortened(block) ? [{ key: `${key}.${at}`, name }] : [])),
        ...(part.structured !== null && long(part.structured.text)
          ? [{ key: `${key}.structured`, name: say("gate-sampling-name-structured") }]
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
      ? [{ key: "system", name: say("gate-sampling-name-system") }]
      : []),
    ...asked.messages.flatMap((message, index) =>
      shortenedInParts(message.parts, `message.${index}`, messageName(index)),
    ),
    ...asked.tools.flatMap((tool, index) => [
      ...(long(tool.description.text)
        ? [{ key: `tool.${index}.description`, name: nameOf("description", tool.name) }]
        : []),
      ...(long(tool.schema.text) ? [{ key: `tool.${index}.schema`, name: nameOf("schema", tool.name) }] : []),
    ]),
  ];
}

/** The name of a part of a tool, within a sentence. */
export function nameOf(part: "arguments" | "description" | "schema", tool: Foreign): string {
  return say(`gate-sampling-name-${part}`, { tool: tool.text });
}

/** The name of a message, within a sentence. */
export function messageName(index: number): string {
  return say("gate-sampling-name-message", { place: index + 1 });
}

/** Size of a text that comes without one. */
export function size(text: string): number {
  return new TextEncoder().encode(text).length;
}

function long(text: string): boolean {
  return clamp(text, size(text)) !== null;
}
