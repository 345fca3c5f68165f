import type { Frame, FrameDirection, FrameKind, FrameSays } from "../../bindings/host";
import { foreign } from "./make";

interface Spoken {
  direction: FrameDirection;
  kind: FrameKind;
  method?: string;
  id?: number;
  /** What stands in the message besides. */
  body: Record<string, unknown>;
  subject?: string;
  says?: FrameSays;
  /** Milliseconds after the one before. */
  after?: number;
}

/** A timeline that is being written. */
class Timeline {
  readonly frames: Frame[] = [];
  #at: number;
  #operation = 0;
  #connection = 0;
  #revision: string | null = null;

  constructor(at: number) {
    this.#at = at;
  }

  connect(revision: string | null): void {
    this.#connection += 1;
    this.#revision = revision;
  }

  pause(ms: number): void {
    this.#at += ms;
  }

  /** Frames of one operation. An answer belongs to the last question under its id. */
  say(...spoken: Spoken[]): void {
    this.#operation += 1;
    for (const it of spoken) this.#add(it, this.#operation);
  }

  alone(spoken: Spoken): void {
    this.#add(spoken, null);
  }

  #add(it: Spoken, operation: number | null): void {
    this.#at += it.after ?? 0;
    const seq = this.frames.length + 1;
    const answers = it.kind === "result" || it.kind === "error";
    const request = answers
      ? this.frames.findLast(
          (frame) =>
            frame.kind === "request" && frame.rpc_id === `${it.id}` && frame.direction !== it.direction,
        )
      : undefined;
    if (request !== undefined) request.pair = seq;
    const message = {
      jsonrpc: "2.0",
      ...(it.id === undefined ? {} : { id: it.id }),
      ...(answers || it.method === undefined ? {} : { method: it.method }),
      ...it.body,
    };
    const text = it.kind === "unreadable" ? String(it.body.text) : JSON.stringify(message);
    this.frames.push({
      seq,
      at: this.#at,
      direction: it.direction,
      kind: it.kind,
      method: it.method ?? null,
      rpc_id: it.id === undefined ? null : `${it.id}`,
      pair: request?.seq ?? null,
      elapsed: request === undefined ? null : this.#at - request.at,
      operation,
      connection: this.#connection,
      revision: this.#revision,
      subject: it.subject === undefined ? null : foreign(it.subject),
      says: it.says ?? null,
      bytes: text.length,
      head: foreign(text),
    });
  }
}

const sent = (kind: FrameKind, method: string, body: Spoken["body"], over: Partial<Spoken> = {}): Spoken => ({
  direction: "sent",
  kind,
  method,
  body,
  ...over,
});
const received = (
  kind: FrameKind,
  method: string,
  body: Spoken["body"],
  over: Partial<Spoken> = {},
): Spoken => ({
  direction: "received",
  kind,
  method,
  body,
  ...over,
});

const call = (id: number, name: string, args: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  sent("request", "tools/call", { params: { name, arguments: args, ...more } }, { id, subject: name });

/** Two connections, with each kind of operation there is. */
export function frames(): Frame[] {
  const told = new Timeline(Date.now() - 15 * 60_000);
  told.connect("2025-11-25");
  told.say(
    sent("request", "server/discover", { params: {} }, { id: 1 }),
    received(
      "error",
      "server/discover",
      { error: { code: -32601, message: "Method not found" } },
      { id: 1, after: 9 },
    ),
  );
  told.say(
    sent(
      "request",
      "initialize",
      { params: { protocolVersion: "2025-11-25", capabilities: {} } },
      { id: 2, after: 2 },
    ),
    received("result", "initialize", { result: { protocolVersion: "2025-11-25" } }, { id: 2, after: 31 }),
    sent("notification", "notifications/initialized", {}, { after: 1 }),
  );
  told.say(
    call(3, "search_files", { path: "docs", pattern: "*.md" }, { _meta: { progressToken: 3 } }),
    ...[1, 2, 3].map((progress) =>
      received(
        "notification",
        "notifications/progress",
        { params: { progressToken: 3, progress, total: 4 } },
        { after: 240 },
      ),
    ),
    received(
      "request",
      "sampling/createMessage",
      { params: { messages: [], maxTokens: 400 } },
      { id: 1, after: 80 },
    ),
    sent(
      "error",
      "sampling/createMessage",
      { error: { code: -1, message: "not allowed" } },
      { id: 1, after: 2_400 },
    ),
    received(
      "result",
      "tools/call",
      { result: { content: [], isError: true } },
      { id: 3, after: 12, says: "tool_error" },
    ),
  );
  told.say(
    call(4, "read_file", { path: "docs/large.md" }),
    sent(
      "notification",
      "notifications/cancelled",
      { params: { requestId: 4, reason: "stopped by the person" } },
      { after: 4_100 },
    ),
  );
  told.alone({
    direction: "received",
    kind: "unreadable",
    body: { text: "npm notice a new version is there" },
    after: 700,
  });
  told.pause(30_000);
  told.connect("2026-07-28");
  told.say(
    sent("request", "server/discover", { params: {} }, { id: 1 }),
    received(
      "result",
      "server/discover",
      { result: { supportedVersions: ["2026-07-28"] } },
      { id: 1, after: 12 },
    ),
  );
  told.say(
    sent(
      "request",
      "subscriptions/listen",
      { params: { notifications: { toolsListChanged: true } } },
      { id: 2 },
    ),
    received("notification", "notifications/subscriptions/acknowledged", { params: {} }, { after: 3 }),
  );
  told.say(
    call(3, "edit_file", { path: "docs/releases/2.4.md", token: "•••" }),
    received(
      "result",
      "tools/call",
      { result: { resultType: "input_required", inputRequests: { a: { method: "elicitation/create" } } } },
      { id: 3, after: 18, says: "asks" },
    ),
    sent(
      "request",
      "tools/call",
      { params: { name: "edit_file", inputResponses: { a: { action: "accept" } } } },
      { id: 4, after: 6_300, subject: "edit_file" },
    ),
    received(
      "result",
      "tools/call",
      { result: { content: [{ type: "text", text: "edited" }] } },
      { id: 4, after: 44 },
    ),
  );
  for (let index = 0; index < 30; index += 1) {
    told.pause(20_000);
    const id = 5 + index;
    const method = ["tools/list", "resources/read", "ping"][index % 3] ?? "ping";
    const uri = `file:///home/ada/portal/docs/${index}.md`;
    const reads = method === "resources/read";
    const error = index % 13 === 4;
    told.say(
      sent("request", method, { params: reads ? { uri } : {} }, { id, ...(reads ? { subject: uri } : {}) }),
      error
        ? received(
            "error",
            method,
            { error: { code: -32002, message: "Resource not found" } },
            { id, after: 14 },
          )
        : received("result", method, { result: {} }, { id, after: 14 }),
    );
  }
  told.say(call(40, "read_file", { path: "docs/releases/2.4.md" }));
  return told.frames;
}
