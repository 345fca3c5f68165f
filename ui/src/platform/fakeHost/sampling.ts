import type { Block, Request, SampledMessage, SampledPart } from "../../bindings/host";
import { type AskedOf, foreign, linear, request, textBlock } from "./make";

/** Sampling requests of servers. */

export function said(text: string, hidden = 0): SampledPart {
  return { kind: "content", block: textBlock(text, hidden) };
}

function wanted(id: string, input: object): SampledPart {
  const name = foreign("search_issues");
  return { kind: "tool_use", id: foreign(id), name, input: foreign(JSON.stringify(input, null, 2)) };
}

const as = (role: SampledMessage["role"], ...parts: SampledPart[]): SampledMessage => ({ role, parts });

/** The plain request of a server: one system prompt, one message. */
export function samplingRequest(over: Partial<AskedOf<"sampling">> = {}): Request {
  const system = "You sort issues by urgency. Answer with one word.";
  const words = (hidden: string) =>
    `Login fails for everyone since 08:00.${hidden.repeat(3)} Answer: urgent, normal or low.`;
  const sent = {
    model: "demo-small",
    systemPrompt: system,
    messages: [{ role: "user", content: { type: "text", text: words("\u200b") } }],
    maxTokens: 50,
  };
  return request("req-sampling", "“Linear” wants to ask a model", linear, {
    kind: "sampling",
    system_prompt: textBlock(system),
    messages: [as("user", said(words("⟨U+200B⟩"), 3))],
    tools: [],
    tool_choice: null,
    hints: [foreign("small")],
    priorities: { cost: 0.8, speed: 0.9, intelligence: null },
    model: "demo-small",
    model_why: "The server’s first choice.",
    models: [
      { name: "demo-small", sentence: "Inside Portcullis, quick, costs nothing." },
      { name: "demo-large", sentence: "Inside Portcullis, more careful, costs nothing." },
    ],
    max_tokens: 50,
    max_tokens_asked: 50,
    temperature: null,
    stop_sequences: [],
    include_context: foreign("allServers"),
    context: "No other context is sent: no conversation and no data from other servers.",
    cost: "nothing",
    budget: "3 of 200 requests today",
    cause: { record: 118, call: "call-list", tool: foreign("Triage inbox"), asked_by: foreign("you") },
    warnings: [],
    remarks: [],
    notes: [],
    request_json: JSON.stringify(sent, null, 2),
    edited: false,
    ...over,
  });
}

/** Everything at once: a picture, a sound, tools, a loop, long texts, a secret. */
export function fullSamplingRequest(): Request {
  const lines = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the log: retry in ${at} s`);
  const schema = { type: "object", properties: { query: { type: "string" }, limit: { type: "integer" } } };
  const description = foreign("Searches the issues of the workspace.");
  const failed = { id: foreign("toolu_1"), failed: true, structured: null };
  const chart: Block = { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 84_000 } };
  return samplingRequest({
    messages: [
      as("user", said("What does the chart say about the log?"), { kind: "content", block: chart }),
      as("user", said(lines.join("\n"))),
      as("assistant", wanted("toolu_1", { query: "login fails" })),
      as("user", { kind: "tool_result", ...failed, blocks: [textBlock("The index is being rebuilt.")] }),
    ],
    tools: [
      { name: foreign("search_issues"), description, schema: foreign(JSON.stringify(schema, null, 2)) },
    ],
    tool_choice: "auto",
    temperature: 0.2,
    stop_sequences: [foreign("END")],
    max_tokens: 8_192,
    max_tokens_asked: 100_000,
    cost: "about 0.02 USD",
    warnings: [
      {
        code: "sampling.secret",
        severity: "high",
        sentence:
          "It contains one of your secrets, or something that looks like one. Remove it or deny the request.",
      },
    ],
    notes: ["The tools are the server’s own. The model can request them, but Portcullis does not run them."],
    cause: null,
  });
}

/** The answer, before the server gets it. */
export function answerRequest(over: Partial<AskedOf<"sampled_answer">> = {}): Request {
  const { cause, request_json } = samplingRequest().asked as AskedOf<"sampling">;
  return request("req-answer", "Send this reply to “Linear”?", linear, {
    kind: "sampled_answer",
    parts: [said("urgent")],
    model: "demo-small",
    stop_reason: "endTurn",
    cause,
    warnings: [],
    notes: [],
    request_json,
    answer_json: JSON.stringify([{ type: "text", text: "urgent" }], null, 2),
    edited: false,
    ...over,
  });
}

/** An answer that wants a tool of the server's own loop. */
export function toolAnswerRequest(): Request {
  const text = "I look for issues that say the same.";
  const input = { query: "login", limit: 5 };
  const use = { type: "tool_use", id: "toolu_2", name: "search_issues", input };
  return answerRequest({
    parts: [said(text), wanted("toolu_2", input)],
    stop_reason: "toolUse",
    notes: [
      "The model requests a tool of the server. Portcullis passes the request on and does not run the tool.",
    ],
    answer_json: JSON.stringify([{ type: "text", text }, use], null, 2),
  });
}
