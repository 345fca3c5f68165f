import type { Asked } from "../../bindings/host";
import { escapeInvisible } from "../../words";
import { row } from "./make";
import { said, textBlock } from "./sampling";

const block = (raw: string) => {
  const { text, hidden } = escapeInvisible(raw, { lines: true });
  return textBlock(text, hidden);
};

/** Takes changed JSON over into a question, about as the host would; whether it could be changed at all. */
export function amended(asked: Asked, json: string): boolean {
  const it = JSON.parse(json);
  if (asked.kind === "tool") {
    asked.arguments = Object.entries(it).map(([name, value]) =>
      row(name, typeof value === "string" ? value : JSON.stringify(value)),
    );
    asked.arguments_json = json;
  } else if (asked.kind === "sampling") {
    asked.system_prompt = it.systemPrompt ? block(it.systemPrompt) : null;
    asked.messages = it.messages.map(({ role, content }: { role: string; content: { text: string } }) => ({
      role,
      parts: [{ kind: "content", block: block(content.text) }],
    }));
    Object.assign(asked, { model: it.model, max_tokens: it.maxTokens, request_json: json, edited: true });
  } else if (asked.kind === "sampled_answer") {
    asked.parts = it.map(({ text }: { text: string }) => said(text));
    Object.assign(asked, { answer_json: json, edited: true });
  } else {
    return false;
  }
  return true;
}
