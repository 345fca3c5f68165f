import type { Asked, SampledMessage } from "../../bindings/host";
import { escapeInvisible } from "../../words";
import { row } from "./make";
import { textBlock } from "./sampling";

interface Said {
  model?: string;
  systemPrompt?: string;
  maxTokens?: number;
  messages?: { role: "user" | "assistant"; content: { type: string; text?: string } }[];
}

/** Takes changed JSON over into a question, about as the host would; whether it could be changed at all. */
export function amended(asked: Asked, json: string): boolean {
  switch (asked.kind) {
    case "tool": {
      const values = JSON.parse(json) as Record<string, unknown>;
      asked.arguments = Object.entries(values).map(([name, value]) =>
        row(name, typeof value === "string" ? value : JSON.stringify(value)),
      );
      asked.arguments_json = json;
      return true;
    }
    case "sampling": {
      const said = JSON.parse(json) as Said;
      asked.system_prompt = said.systemPrompt ? block(said.systemPrompt) : null;
      asked.messages = (said.messages ?? []).map(message);
      asked.model = said.model ?? asked.model;
      asked.max_tokens = said.maxTokens ?? asked.max_tokens;
      asked.request_json = json;
      asked.edited = true;
      return true;
    }
    case "sampled_answer": {
      const parts = JSON.parse(json) as { type: string; text?: string }[];
      asked.parts = parts.map((it) => ({ kind: "content", block: block(it.text ?? JSON.stringify(it)) }));
      asked.answer_json = json;
      asked.edited = true;
      return true;
    }
    default:
      return false;
  }
}

function message(said: NonNullable<Said["messages"]>[number]): SampledMessage {
  return { role: said.role, parts: [{ kind: "content", block: block(said.content.text ?? "") }] };
}

function block(raw: string) {
  const { text, hidden } = escapeInvisible(raw, { lines: true });
  return textBlock(text, hidden);
}
