import type { Frame, FrameKind } from "../../bindings/host";
import { foreign } from "./make";

/** A frame: who sent it and what it is, its method, its id, the rest of it, and milliseconds after the one before. */
type FakeFrame = [
  way: `${"→" | "←"}${FrameKind}`,
  method: string | null,
  id: number | null,
  body?: Record<string, unknown>,
  after?: number,
  over?: { subject?: string; says?: Frame["says"] },
];

const call = (id: number, name: string, args: object, more: object = {}): FakeFrame => [
  "→request",
  "tools/call",
  id,
  { params: { name, arguments: args, ...more } },
  0,
  { subject: name },
];

const progress = (value: number): FakeFrame => [
  "←notification",
  "notifications/progress",
  null,
  { params: { progressToken: 3, progress: value, total: 4 } },
  240,
];

const legacy: FakeFrame[][] = [
  [
    ["→request", "server/discover", 1, { params: {} }],
    ["←error", "server/discover", 1, { error: { code: -32601, message: "Method not found" } }, 9],
  ],
  [
    ["→request", "initialize", 2, { params: { protocolVersion: "2025-11-25", capabilities: {} } }, 2],
    ["←result", "initialize", 2, { result: { protocolVersion: "2025-11-25" } }, 31],
    ["→notification", "notifications/initialized", null, {}, 1],
  ],
  [
    call(3, "search_files", { path: "docs", pattern: "*.md" }, { _meta: { progressToken: 3 } }),
    ...[1, 2, 3].map(progress),
    ["←request", "sampling/createMessage", 1, { params: { messages: [], maxTokens: 400 } }, 80],
    ["→error", "sampling/createMessage", 1, { error: { code: -1, message: "not allowed" } }, 2_400],
    ["←result", "tools/call", 3, { result: { content: [], isError: true } }, 12, { says: "tool_error" }],
  ],
  [
    call(4, "read_file", { path: "docs/large.md" }),
    [
      "→notification",
      "notifications/cancelled",
      null,
      { params: { requestId: 4, reason: "stopped" } },
      4_100,
    ],
  ],
  [["←unreadable", null, null, { text: "npm notice a new version is there" }, 700]],
];

const answers = { inputRequests: { a: { method: "elicitation/create" } } };
const modern: FakeFrame[][] = [
  [
    ["→request", "server/discover", 1, { params: {} }, 30_000],
    ["←result", "server/discover", 1, { result: { supportedVersions: ["2026-07-28"] } }, 12],
  ],
  [
    ["→request", "subscriptions/listen", 2, { params: { notifications: { toolsListChanged: true } } }],
    ["←notification", "notifications/subscriptions/acknowledged", null, { params: {} }, 3],
  ],
  [
    call(3, "edit_file", { path: "docs/releases/2.4.md", token: "•••" }),
    [
      "←result",
      "tools/call",
      3,
      { result: { resultType: "input_required", ...answers } },
      18,
      { says: "asks" },
    ],
    [
      "→request",
      "tools/call",
      4,
      { params: { name: "edit_file", inputResponses: { a: { action: "accept" } } } },
      6_300,
      { subject: "edit_file" },
    ],
    ["←result", "tools/call", 4, { result: { content: [{ type: "text", text: "edited" }] } }, 44],
  ],
  ...Array.from({ length: 30 }, (_, index): FakeFrame[] => {
    const id = 5 + index;
    const method = ["tools/list", "resources/read", "ping"][index % 3] ?? "ping";
    const uri = `file:///home/ada/portal/docs/${index}.md`;
    const about = method === "resources/read" ? { params: { uri } } : { params: {} };
    return [
      ["→request", method, id, about, 20_000, method === "resources/read" ? { subject: uri } : {}],
      index % 13 === 4
        ? ["←error", method, id, { error: { code: -32002, message: "Resource not found" } }, 14]
        : ["←result", method, id, { result: {} }, 14],
    ];
  }),
  [call(40, "read_file", { path: "docs/releases/2.4.md" })],
];

/** Two connections, with each kind of operation there is. */
export function frames(): Frame[] {
  const all: Frame[] = [];
  let at = Date.now() - 15 * 60_000;
  let operation = 0;
  for (const [connection, operations] of [legacy, modern].entries()) {
    for (const said of operations) {
      operation += 1;
      for (const [way, method, id, body = {}, after = 0, { subject, says = null } = {}] of said) {
        at += after;
        const direction = way[0] === "→" ? "sent" : "received";
        const kind = way.slice(1) as FrameKind;
        const ends = kind === "result" || kind === "error";
        const asks = (it: Frame) =>
          it.kind === "request" && it.rpc_id === `${id}` && it.direction !== direction;
        const request = ends ? all.findLast(asks) : undefined;
        const seq = all.length + 1;
        if (request !== undefined) request.pair = seq;
        const head = { jsonrpc: "2.0", ...(id === null ? {} : { id }), ...(ends ? {} : { method }) };
        const text = kind === "unreadable" ? String(body.text) : JSON.stringify({ ...head, ...body });
        all.push({
          seq,
          at,
          direction,
          kind,
          method,
          rpc_id: id === null ? null : `${id}`,
          pair: request?.seq ?? null,
          elapsed: request === undefined ? null : at - request.at,
          operation: kind === "unreadable" ? null : operation,
          connection: connection + 1,
          revision: connection === 0 ? "2025-11-25" : "2026-07-28",
          subject: subject === undefined ? null : foreign(subject),
          says,
          bytes: text.length,
          head: foreign(text),
        });
      }
    }
  }
  return all;
}
