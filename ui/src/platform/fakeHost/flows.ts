/** What flows between servers: what a person says of them, and what conversations have met. */
import type { Asked, FlowClass, FlowSource, Request, Say, ServerFlows, ServerRef } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { files, foreign, github, MINUTE, refOf, request, reviewRow, setting, toolAsked, words } from "./make";
import { writeRequest } from "./requests";

const unsaid: FlowClass = { private: "unsaid", strangers: "unsaid", sends: "unsaid" };
const said: Record<Say, string> = { unsaid: "not said", yes: "yes", no: "no" };
const rank: Record<Say, number> = { no: 0, unsaid: 1, yes: 2 };
const fields: [keyof FlowClass, string][] = [
  ["private", "Returns private data"],
  ["strangers", "Returns untrusted content"],
  ["sends", "Sends data out"],
];

/** What is stricter counts at once; what is looser is asked about, and nothing more comes of that here. */
export function flowHandlers(fake: FakeHost) {
  const seen = { kind: "stopped" as const, what: foreign("telemetry.example:443"), at: Date.now() };
  const known = new Map<string, ServerFlows>([
    [
      // Its fence saw something during a call.
      files.id,
      {
        class: unsaid,
        outdated: false,
        tools: [
          {
            tool: "read_file",
            shown: foreign("read_file"),
            class: unsaid,
            outdated: false,
            seen: [seen],
            claims_open: false,
          },
        ],
      },
    ],
  ]);
  const of = (server: string) => known.get(server) ?? { class: unsaid, outdated: false, tools: [] };
  return {
    flows: ({ server }) => of(server),
    set_class: ({ server, class: now }) => {
      const before = of(server).class;
      if (fields.some(([it]) => rank[now[it]] < rank[before[it]])) {
        const { summary } = fake.server(server);
        return fake.propose(relax(summary.label), refOf(summary), classAsked(before, now));
      }
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
  return rows.map(([mark, of, what, known]) => ({
    mark,
    server: of.id,
    label: of.label,
    what: foreign(what),
    at,
    known,
  }));
}

const relax = (label: string) => `Relax the data flow rules for “${label}”?`;

function classAsked(before: FlowClass, now: FlowClass): Asked {
  const rows = fields.map(([of, field]) =>
    reviewRow(field, [words(said[now[of]])], {
      before: now[of] === before[of] ? null : [words(said[before[of]])],
    }),
  );
  return setting(rows, [
    "Permissions can then allow calls that need your approval now. Portcullis cannot check whether these answers are true: change them only if you know what this server does.",
    "This also applies to data that conversations have already read.",
  ]);
}

/** What a person says of a server would make it looser. */
export function classRequest(): Request {
  const asked = classAsked(unsaid, { ...unsaid, sends: "no" });
  return request("req-class", relax(files.label), files, asked, { kind: "person" });
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
