import type { Asked, Block, Request, SampledPart, SamplingModel, ServerRef } from "../../bindings/host";
import { foreign, request } from "./make";

/** Words of a model that servers ask for. */

const linear: ServerRef = {
  id: "srv-linear",
  label: "Linear",
  whereabouts: "remote",
  origin: "mcp.linear.example",
};

export function textBlock(text: string, hidden = 0): Block {
  return {
    kind: "text",
    text: foreign(text, hidden),
    whole: null,
    bytes: new TextEncoder().encode(text).length,
  };
}

function said(text: string, hidden = 0): SampledPart {
  return { kind: "content", block: textBlock(text, hidden) };
}

const models: SamplingModel[] = [
  { name: "demo-small", sentence: "Inside Portcullis, quick, costs nothing." },
  { name: "demo-large", sentence: "Inside Portcullis, more careful, costs nothing." },
];

type Sampling = Extract<Asked, { kind: "sampling" }>;

/** The plain request of a server: one system prompt, one message. */
export function samplingRequest(over: Partial<Sampling> = {}): Request {
  const json = {
    model: "demo-small",
    systemPrompt: "You sort issues by urgency. Answer with one word.",
    messages: [
      {
        role: "user",
        content: {
          type: "text",
          text: "Login fails for everyone since 08:00.\u200b\u200b\u200b Answer: urgent, normal or low.",
        },
      },
    ],
    maxTokens: 50,
  };
  return request({
    id: "req-sampling",
    question: "“Linear” wants to ask a model",
    server: linear,
    asked_by: { kind: "server" },
    asked: {
      kind: "sampling",
      system_prompt: textBlock(json.systemPrompt),
      messages: [
        {
          role: "user",
          parts: [
            said(
              "Login fails for everyone since 08:00.⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩ Answer: urgent, normal or low.",
              3,
            ),
          ],
        },
      ],
      tools: [],
      tool_choice: null,
      hints: [foreign("small")],
      priorities: { cost: 0.8, speed: 0.9, intelligence: null },
      model: "demo-small",
      model_why: "It is the one that the server would like most.",
      models,
      max_tokens: 50,
      max_tokens_asked: 50,
      temperature: null,
      stop_sequences: [],
      include_context: foreign("allServers"),
      context:
        "Nothing else goes along: no conversation, and nothing of other servers. It asked for context of all servers; that is never given.",
      cost: "nothing",
      budget: "3 of 200 requests today",
      cause: { record: 118, call: "call-list", tool: foreign("Triage inbox"), asked_by: foreign("you") },
      warnings: [],
      notes: [],
      request_json: JSON.stringify(json, null, 2),
      edited: false,
      ...over,
    },
  });
}

/** Everything at once: a picture, a sound, tools, a loop, long texts, a secret. */
export function fullSamplingRequest(): Request {
  const long = Array.from({ length: 60 }, (_, at) => `Line ${at + 1} of the log: retry in ${at} s`).join(
    "\n",
  );
  const schema = JSON.stringify(
    { type: "object", properties: { query: { type: "string" }, limit: { type: "integer" } } },
    null,
    2,
  );
  return samplingRequest({
    messages: [
      {
        role: "user",
        parts: [
          said("What does the chart say about the log?"),
          {
            kind: "content",
            block: { kind: "image", mime: "image/png", data: { handle: "chart", bytes: 84_000 } },
          },
        ],
      },
      { role: "user", parts: [said(long)] },
      {
        role: "assistant",
        parts: [
          {
            kind: "tool_use",
            id: foreign("toolu_1"),
            name: foreign("search_issues"),
            input: foreign('{\n  "query": "login fails"\n}'),
          },
        ],
      },
      {
        role: "user",
        parts: [
          {
            kind: "tool_result",
            id: foreign("toolu_1"),
            failed: true,
            blocks: [textBlock("The index is being rebuilt.")],
            structured: null,
          },
        ],
      },
    ],
    tools: [
      {
        name: foreign("search_issues"),
        description: foreign("Searches the issues of the workspace."),
        schema: foreign(schema),
      },
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
        sentence: "It holds one of your secrets, or something that looks like one. Take it out, or deny it.",
      },
    ],
    notes: [
      "It asked for 100,000 tokens; no server gets more than 8,192.",
      "Its tools are its own. The model may ask for them, and nothing is run here for that.",
      "This is round 2 with its tools; after 11 no more is sent.",
      "Portcullis cannot tell which of your calls it belongs to.",
    ],
    cause: null,
  });
}

type Answered = Extract<Asked, { kind: "sampled_answer" }>;

/** The answer, before the server gets it. */
export function answerRequest(over: Partial<Answered> = {}): Request {
  const asked = samplingRequest().asked as Sampling;
  return request({
    id: "req-answer",
    question: "Let “Linear” have this answer?",
    server: linear,
    asked_by: { kind: "server" },
    asked: {
      kind: "sampled_answer",
      parts: [said("urgent")],
      model: "demo-small",
      stop_reason: "endTurn",
      cause: asked.cause,
      warnings: [],
      notes: [],
      request_json: asked.request_json,
      answer_json: JSON.stringify([{ type: "text", text: "urgent" }], null, 2),
      edited: false,
      ...over,
    },
  });
}

/** An answer that wants a tool of the server's own loop. */
export function toolAnswerRequest(): Request {
  return answerRequest({
    parts: [
      said("I look for issues that say the same."),
      {
        kind: "tool_use",
        id: foreign("toolu_2"),
        name: foreign("search_issues"),
        input: foreign('{\n  "query": "login",\n  "limit": 5\n}'),
      },
    ],
    stop_reason: "toolUse",
    notes: ["The model wants a tool of the server's own. It is handed over as words; nothing is run here."],
    answer_json: JSON.stringify(
      [
        { type: "text", text: "I look for issues that say the same." },
        { type: "tool_use", id: "toolu_2", name: "search_issues", input: { query: "login", limit: 5 } },
      ],
      null,
      2,
    ),
  });
}
