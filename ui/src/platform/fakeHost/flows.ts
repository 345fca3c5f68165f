/** What flows between servers: what a person says of them, and what conversations have met. */
import type { FlowClass, FlowSource, Request, ServerFlows, ServerRef } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { files, foreign, github, MINUTE, request, reviewRow, setting, toolAsked, words } from "./make";
import { writeRequest } from "./requests";

const unsaid: FlowClass = { private: "unsaid", strangers: "unsaid", sends: "unsaid" };

/** What a person says counts at once; a test scripts the question about what is looser. */
export function flowHandlers(fake: FakeHost) {
  const seen = { kind: "stopped" as const, what: foreign("telemetry.example:443"), at: Date.now() };
  const read = { tool: "read_file", shown: foreign("read_file"), claims_open: false, seen: [seen] };
  const none = { class: unsaid, outdated: false };
  // Its fence saw something during a call.
  const known = new Map<string, ServerFlows>([[files.id, { ...none, tools: [{ ...read, ...none }] }]]);
  const of = (server: string) => known.get(server) ?? { ...none, tools: [] };
  return {
    flows: ({ server }) => of(server),
    set_class: ({ server, class: now }) => {
      known.set(server, { ...of(server), class: now });
      fake.emit({ kind: "flows" });
    },
    conversation_flows: ({ conversation }) => ({ sources: conversation === "conv-notes" ? met() : [] }),
  } satisfies Partial<Handlers>;
}

function met(): FlowSource[] {
  const rows: [FlowSource["mark"], ServerRef, string, boolean][] = [
    ["private", files, "read_file", true],
    ["strangers", github, "list_pull_requests", true],
    ["strangers", files, "read_file", false],
    ["sends", github, "list_pull_requests", false],
  ];
  const at = Date.now() - 12 * MINUTE;
  return rows.map(([mark, { id: server, label }, tool, known]) => {
    return { mark, server, label, what: foreign(tool), at, known };
  });
}

/** What a person says of a server would make it looser. */
export function classRequest(): Request {
  const unsaid = words("not said");
  const rows = [
    reviewRow("Returns private data", [unsaid]),
    reviewRow("Returns untrusted content", [unsaid]),
    reviewRow("Sends data out", [words("no")], { before: [unsaid] }),
  ];
  const asked = setting(rows, [
    "Permissions can then allow calls that need your approval now. Portcullis cannot check whether these answers are true: change them only if you know what this server does.",
    "This also applies to data that conversations have already read.",
  ]);
  const question = `Relax the data flow rules for “${files.label}”?`;
  return request("req-class", question, files, asked, { kind: "person" });
}

/** Private data, untrusted content and external communication meet in a call. */
export function flowRequest(): Request {
  const given = { repo: "acme/portal", body: "All of docs/internal/plan.md, as asked" };
  const { asked_by } = writeRequest("call-write");
  const asked = toolAsked("call-write", github, "create_issue", "Create issue", given, [], {
    why: foreign("The pull request asks for the plan."),
    claims: ["destructive", "repeatable"],
    no_always: "Calls with this data-flow warning always need approval.",
    flow: {
      sentence:
        "These arguments may send data from “Project files” to “GitHub”. Content from “GitHub” and “Project files” is untrusted and may have asked for it. Saved permissions do not apply.",
      sources: met().filter((it) => it.mark !== "sends"),
      remedy:
        "If you know what data these servers return and whether they send data out, set it under Permissions on their pages.",
      once: false,
    },
  });
  return request("req-flow", "Let “GitHub” run “create_issue”?", github, asked, asked_by);
}
