import type { Asked } from "../../bindings/host";
import { type Json, parseJson, sameJson, writeJson } from "../../json";
import { escapeInvisible } from "../../words";
import { foreign, row, textBlock } from "./make";
import { said } from "./sampling";

const block = (raw: string) => {
  const { text, hidden } = escapeInvisible(raw, { lines: true });
  return textBlock(text, hidden);
};

/** Takes changed JSON over into a question, about as the host would; whether it could be changed at all. */
export function amended(asked: Asked, json: string): boolean {
  const it = JSON.parse(json);
  if (asked.kind === "tool") {
    const given = parseJson(json) as { [name in string]: Json };
    const before = parseJson(asked.arguments_json) as { [name in string]: Json };
    asked.arguments = Object.entries(given).map(([name, value]) => ({
      ...row(name, typeof value === "string" ? value : writeJson(value)),
      changed: !sameJson(value, before[name]),
    }));
    asked.left_out = Object.keys(before)
      .filter((name) => !(name in given))
      .map((name) => foreign(name));
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
