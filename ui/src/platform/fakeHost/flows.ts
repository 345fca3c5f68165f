/** What flows between servers, on plain data: what a person says of them, and what conversations have met. */
import type { FlowClass, FlowSource, Request, Say, ServerFlows } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, freshId, MINUTE, request, reviewRow, row, words } from "./make";
import { writeRequest } from "./requests";

const unsaid: FlowClass = { private: "unsaid", strangers: "unsaid", sends: "unsaid" };

const said: Record<Say, string> = { unsaid: "not said", yes: "yes", no: "no" };
const rank: Record<Say, number> = { no: 0, unsaid: 1, yes: 2 };

interface Wanted {
  server: string;
  tool: string | null;
  class: FlowClass;
}

const worlds = new WeakMap<FakeHost, { flows: Map<string, ServerFlows>; wanted: Map<string, Wanted> }>();

function of(fake: FakeHost) {
  const known = worlds.get(fake) ?? { flows: new Map<string, ServerFlows>(), wanted: new Map() };
  worlds.set(fake, known);
  return known;
}

function flowsOf(fake: FakeHost, server: string): ServerFlows {
  const { flows } = of(fake);
  const known = flows.get(server) ?? { class: unsaid, outdated: false, tools: [] };
  flows.set(server, known);
  return known;
}

function keep(fake: FakeHost, { server, tool, class: now }: Wanted): void {
  const flows = flowsOf(fake, server);
  if (tool === null) {
    flows.class = now;
  } else {
    const known = flows.tools.find((it) => it.tool === tool);
    if (known) {
      known.class = now;
    } else {
      flows.tools.push({ tool, shown: foreign(tool), class: now, outdated: false, claims_open: false });
    }
  }
  fake.emit({ kind: "flows" });
}

/** A question about a class was answered. */
export function settled(fake: FakeHost, waiting: Request, yes: boolean): void {
  const wanted = of(fake).wanted.get(waiting.id);
  if (wanted && yes) {
    keep(fake, wanted);
  }
}

export function flowHandlers(fake: FakeHost): Pick<Handlers, "flows" | "set_class" | "conversation_flows"> {
  return {
    flows: ({ server }) => flowsOf(fake, server),
    set_class: ({ server, tool, class: now }) => {
      const flows = flowsOf(fake, server);
      const before = flows.tools.find((it) => it.tool === tool)?.class ?? flows.class;
      const looser = (["private", "strangers", "sends"] as const).some(
        (it) => rank[now[it]] < rank[before[it]],
      );
      if (!looser) {
        keep(fake, { server, tool, class: now });
        return null;
      }
      const label = fake.world.servers.get(server)?.summary.label ?? server;
      const made = classQuestion(label, before, now, server);
      of(fake).wanted.set(made.id, { server, tool, class: now });
      fake.ask(made);
      return made;
    },
    conversation_flows: ({ conversation }) => ({
      sources: conversation === "conv-notes" ? structuredClone(met) : [],
    }),
  };
}

const met: FlowSource[] = [
  source("private", "srv-files", "Project files", "read_file", true),
  source("strangers", "srv-github", "GitHub", "list_pull_requests", true),
  source("strangers", "srv-files", "Project files", "read_file", false),
  source("sends", "srv-github", "GitHub", "list_pull_requests", false),
];

function source(
  mark: FlowSource["mark"],
  server: string,
  label: string,
  what: string,
  known: boolean,
): FlowSource {
  return { mark, server, label, what: foreign(what), at: Date.now() - 12 * MINUTE, known };
}

function classQuestion(label: string, before: FlowClass, now: FlowClass, id: string): Request {
  const line = (field: string, of: keyof FlowClass) =>
    reviewRow(field, [words(said[now[of]])], {
      before: now[of] === before[of] ? null : [words(said[before[of]])],
    });
  return request({
    id: freshId("req"),
    question: `Ask less about what “${label}” gets and gives?`,
    server: { id, label, whereabouts: "local", origin: "mcp-server-filesystem" },
    asked_by: { kind: "person" },
    asked: {
      kind: "setting",
      rows: [
        line("Gives private data", "private"),
        line("Gives text of strangers", "strangers"),
        line("Sends out what it gets", "sends"),
      ],
      notes: [
        "Calls that are asked about now may then run by a permission. Portcullis cannot find out whether it is true: say it if you know what this server does.",
        "It counts for what conversations have read already as well.",
      ],
      warnings: [],
    },
  });
}

/** What a person says of a server would make it looser. */
export function classRequest(): Request {
  return classQuestion("Project files", unsaid, { ...unsaid, sends: "no" }, "srv-files");
}

/** Private data, text of strangers and a way out meet in a call. */
export function flowRequest(): Request {
  const base = writeRequest("call-write");
  if (base.asked.kind !== "tool") {
    return base;
  }
  return {
    ...base,
    id: "req-flow",
    question: "Let “GitHub” run “create_issue”?",
    server: { id: "srv-github", label: "GitHub", whereabouts: "remote", origin: "api.github.example" },
    asked: {
      ...base.asked,
      tool: "create_issue",
      shown: foreign("create_issue"),
      title: foreign("Create issue"),
      arguments: [row("repo", "acme/portal"), row("body", "All of docs/internal/plan.md, as asked")],
      arguments_json: '{"repo": "acme/portal", "body": "All of docs/internal/plan.md, as asked"}',
      why: foreign("The pull request asks for the plan."),
      scopes: [],
      narrowings: [],
      declared: [],
      no_always: "What meets in this call is asked about every time.",
      flow: {
        sentence:
          "What “Project files” gave may leave to “GitHub” with these arguments, and what “GitHub” and “Project files” gave may hold text of strangers that asks for it. No permission counts for this.",
        sources: met.filter((it) => it.mark !== "sends"),
        remedy:
          "If you know what these servers give and whether they send anything out, say so under Permissions on their pages.",
        once: false,
      },
    },
  };
}
