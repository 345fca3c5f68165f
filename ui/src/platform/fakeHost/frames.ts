import type { Frame, FrameKind } from "../../bindings/host";
import { foreign } from "./make";

/** Lines of one operation: who sent it (`→` is Portcullis), milliseconds after the line before, and the message. */
const legacy = [
  `→ 0 {"id":1,"method":"server/discover","params":{}}
   ← 9 {"id":1,"error":{"code":-32601,"message":"Method not found"}}`,
  `→ 2 {"id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}
   ← 31 {"id":2,"result":{"protocolVersion":"2025-11-25"}}
   → 1 {"method":"notifications/initialized"}`,
  `→ 0 {"id":3,"method":"tools/call","params":{"name":"search_files","arguments":{"path":"docs","pattern":"*.md"},"_meta":{"progressToken":3}}}
   ← 240 {"method":"notifications/progress","params":{"progressToken":3,"progress":1,"total":4}}
   ← 240 {"method":"notifications/progress","params":{"progressToken":3,"progress":2,"total":4}}
   ← 240 {"method":"notifications/progress","params":{"progressToken":3,"progress":3,"total":4}}
   ← 80 {"id":1,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":400}}
   → 2400 {"id":1,"error":{"code":-1,"message":"not allowed"}}
   ← 12 {"id":3,"result":{"content":[],"isError":true}}`,
  `→ 0 {"id":4,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"docs/large.md"}}}
   → 4100 {"method":"notifications/cancelled","params":{"requestId":4,"reason":"stopped"}}`,
  "← 700 npm notice a new version is there",
];

const modern = [
  `→ 30000 {"id":1,"method":"server/discover","params":{}}
   ← 12 {"id":1,"result":{"supportedVersions":["2026-07-28"]}}`,
  `→ 0 {"id":2,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true}}}
   ← 3 {"method":"notifications/subscriptions/acknowledged","params":{}}`,
  `→ 0 {"id":3,"method":"tools/call","params":{"name":"edit_file","arguments":{"path":"docs/releases/2.4.md","token":"•••"}}}
   ← 18 {"id":3,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}}}}
   → 6300 {"id":4,"method":"tools/call","params":{"name":"edit_file","inputResponses":{"a":{"action":"accept"}}}}
   ← 44 {"id":4,"result":{"content":[{"type":"text","text":"edited"}]}}`,
  `→ 0 {"id":5,"method":"tools/call","params":{"name":"read_file","arguments":{"path":"docs/releases/2.4.md"}}}`,
];

function kindOf({ id, method, error }: Record<string, unknown>): FrameKind {
  return method !== undefined ? (id === undefined ? "notification" : "request") : error ? "error" : "result";
}

/** Two connections, with each kind of operation there is. */
export function frames(): Frame[] {
  const all: Frame[] = [];
  let at = Date.now() - 15 * 60_000;
  for (const [connection, operations] of [legacy, modern].entries()) {
    for (const [operation, lines] of operations.entries()) {
      for (const line of lines.split("\n")) {
        const [, way, after, said = ""] = /(→|←) (\d+) (.*)/.exec(line) ?? [];
        at += Number(after);
        const readable = said.startsWith("{");
        const message = readable ? JSON.parse(said) : {};
        const direction = way === "→" ? "sent" : "received";
        const id = message.id === undefined ? null : `${message.id}`;
        const kind = readable ? kindOf(message) : "unreadable";
        const ends = kind === "result" || kind === "error";
        const request = ends
          ? all.findLast((it) => it.kind === "request" && it.rpc_id === id && it.direction !== direction)
          : undefined;
        const text = readable ? JSON.stringify({ jsonrpc: "2.0", ...message }) : said;
        const subject = kind === "request" ? (message.params.name ?? message.params.uri) : undefined;
        const made = frame(all.length + 1, {
          at,
          direction,
          kind,
          method: message.method ?? request?.method ?? null,
          rpc_id: id,
          operation: readable ? operation + 1 + connection * legacy.length : null,
          connection: connection + 1,
          revision: connection === 0 ? "2025-11-25" : "2026-07-28",
          subject: subject === undefined ? null : foreign(subject),
          status: message.result?.isError
            ? "tool_error"
            : message.result?.inputRequests
              ? "input_required"
              : null,
          bytes: text.length,
          head: foreign(text),
        });
        if (request !== undefined) {
          request.pair = made.seq;
          Object.assign(made, { pair: request.seq, elapsed: at - request.at });
        }
        all.push(made);
      }
    }
  }
  return all;
}

/** A request of ours, unless told otherwise. */
export function frame(seq: number, over: Partial<Frame>): Frame {
  return {
    seq,
    at: 0,
    direction: "sent",
    kind: "request",
    method: "tools/call",
    rpc_id: String(seq),
    pair: null,
    elapsed: null,
    operation: null,
    connection: 1,
    revision: null,
    subject: null,
    status: null,
    bytes: 1,
    head: foreign(`frame ${seq}`),
    ...over,
  };
}
