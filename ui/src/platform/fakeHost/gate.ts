import type { Answer, Asked, Filled, GateReply, Request, RootList, ServerDraft } from "../../bindings/host";
import { inBrowser } from "./accounts";
import { rootNote, rootRow } from "./asking";
import type { FakeHost, Handlers } from "./fakeHost";
import { detail, foreign, freshId, problem, server } from "./make";
import { answerRequest, said } from "./sampling";
import type { World } from "./seed";
import { demoTools } from "./tools";

const GUARD = 500;

/** The gate with its guard, nonces and digests, and what a person decided: permissions and folders. */
export function gateHandlers(fake: FakeHost) {
  const { world } = fake;
  const attended = new Map<string, { nonce: string; at: number }>();
  /** What was typed into forms, as the host keeps it. */
  const filled = new Map<string, Filled>();
  /** What was begun at requests, as the page wrote it down. */
  const begun = new Map<string, string>();

  function waitsFor(id: string, nonce: string): Request {
    const waiting = world.waiting.find((it) => it.id === id);
    if (waiting?.nonce !== nonce) {
      throw problem("consent.stale", {
        sentence: "This request is no longer waiting for you. Your decision was not applied.",
      });
    }
    return waiting;
  }

  /** A changed request is another one. */
  function renew(waiting: Request): void {
    waiting.nonce = freshId("nonce");
    waiting.digest = freshId("digest").padEnd(64, "0");
  }

  /** The request that a reply is about, where the reply counts. */
  function checked(reply: GateReply): Request {
    const waiting = waitsFor(reply.request, reply.nonce);
    if (waiting.digest !== reply.digest) {
      throw problem("consent.stale", { sentence: "The request has changed, so this answer does not count." });
    }
    const seen = attended.get(reply.request);
    if (seen?.nonce !== reply.nonce || Date.now() - seen.at < GUARD) {
      const sentence = "The answer arrived before the request could be read, so it does not count.";
      throw problem("consent.too_soon", { sentence });
    }
    return waiting;
  }

  /** Takes changed JSON over. What else is shown of it a test says itself. */
  function amend(asked: Asked, json: string): void {
    if (asked.kind === "tool") {
      asked.arguments_json = json;
    } else if (asked.kind === "sampling") {
      const { model, maxTokens } = JSON.parse(json);
      Object.assign(asked, { model, max_tokens: maxTokens, request_json: json, edited: true });
    } else if (asked.kind === "sampled_answer") {
      const parts = JSON.parse(json).map(({ text }: { text: string }) => said(text));
      Object.assign(asked, { parts, answer_json: json, edited: true });
    }
  }

  function decide(waiting: Request, answer: Answer): void {
    const all = answer.kind === "deny_all_from_server";
    const ends = (it: Request) => it === waiting || (all && it.server.id === waiting.server.id);
    const gone = world.waiting.filter(ends);
    world.waiting = world.waiting.filter((it) => !ends(it));
    fake.tellWaiting();
    for (const it of gone) {
      answered(it, answer);
    }
  }

  /** What follows from an answer, as far as tests of the pages go on from there. */
  function answered({ asked, server: of, id }: Request, answer: Answer): void {
    const draft = fake.drafts.get(id);
    const call = asked.kind === "tool" ? world.calls.get(asked.call) : undefined;
    if (call && answer.kind === "allow_once") {
      fake.model.run(call);
    } else if (asked.kind === "launch" && draft && ["add", "add_and_start"].includes(answer.kind)) {
      added(asked.changes ?? freshId("srv"), draft, answer.kind === "add_and_start");
    } else if (asked.kind === "sign_in" && answer.kind === "sign_in") {
      fake.tellAccount(of.id, { state: inBrowser(answer.issuer) });
    } else if (asked.kind === "sampling" && answer.kind === "allow_once") {
      const { model, request_json, cause } = asked;
      fake.ask({ ...answerRequest({ model, request_json, cause }), id: freshId("req"), server: of });
    }
  }

  function added(id: string, draft: ServerDraft, start: boolean): void {
    const { label, endpoint } = draft;
    const phase = start ? "ready" : "off";
    const tools = demoTools();
    const made = server(id, label, phase, phase, { demo: endpoint.kind === "demo", tools: tools.length });
    world.servers.set(id, { ...detail(made), draft });
    world.tools.set(id, tools);
    fake.emit({ kind: "server", server: made }, { kind: "tools", server: id });
  }

  function rootsOf(id: string): RootList {
    return world.roots.get(id) ?? { folders: [], access: "ask", note: rootNote };
  }

  /** A request for folders is asked again where they changed. */
  function setRoots(id: string, over: Partial<RootList>): RootList {
    const list = { ...rootsOf(id), ...over };
    world.roots.set(id, list);
    for (const it of world.waiting) {
      if (it.server.id === id && it.asked.kind === "roots") {
        it.asked.folders = list.folders;
        renew(it);
      }
    }
    fake.emit({ kind: "roots", server: id });
    fake.tellWaiting();
    return list;
  }

  function revoke(ends: (grant: World["grants"][number]) => boolean): number {
    const before = world.grants.length;
    world.grants = world.grants.filter((it) => !ends(it));
    fake.emit({ kind: "grants" });
    return before - world.grants.length;
  }

  function showOf(id: string, together: boolean): void {
    const request = world.waiting.find((it) => it.id === id);
    const alike = request && together ? fake.alike(request).map((it) => it.id) : [];
    fake.front.open(...(alike.length > 0 ? alike : [id]));
    fake.tellGate();
  }

  return {
    attach_gate: () => fake.gateView(),
    show_request: ({ request: id, together }) => showOf(id, together),
    show_together: ({ request: id }) => showOf(id, true),
    show_apart: () => {
      fake.front.apart();
      fake.tellGate();
    },
    next_request: () => {
      fake.front.next();
      fake.tellGate();
    },
    decide_later: () => {
      fake.front.leave();
      fake.tellGate();
    },
    attend: ({ request: id, nonce }) => {
      waitsFor(id, nonce);
      attended.set(id, { nonce, at: Date.now() });
    },
    amend: ({ request: id, nonce, arguments: text }) => {
      const waiting = waitsFor(id, nonce);
      amend(waiting.asked, text);
      renew(waiting);
      fake.tellWaiting();
      return waiting;
    },
    check_form: ({ request: id, nonce, content }) => {
      waitsFor(id, nonce);
      filled.set(id, content);
      return [];
    },
    check_amended: ({ request: id, nonce }) => {
      waitsFor(id, nonce);
      return [];
    },
    filled_form: ({ request: id, nonce }) => {
      waitsFor(id, nonce);
      return filled.get(id) ?? null;
    },
    keep_draft: ({ request: id, draft }) => {
      begun.set(id, draft);
    },
    kept_drafts: () => Object.fromEntries(begun),
    try_limits: () => ({
      covered: 1,
      calls: [
        { at: Date.now() - 3_600_000, arguments: foreign('repo: "acme/portal"'), covered: true },
        { at: Date.now() - 7_200_000, arguments: foreign('repo: "acme/other"'), covered: false },
      ],
    }),
    answer: ({ reply }) => {
      decide(checked(reply), reply.answer);
    },
    answer_together: ({ replies }) => {
      const all = replies.map((reply) => ({ waiting: checked(reply), answer: reply.answer }));
      for (const { waiting, answer } of all) {
        decide(waiting, answer);
      }
    },
    stop_everything: () => {
      for (const call of [...world.calls.values()]) {
        fake.model.cancel(call);
      }
      world.waiting = [];
      fake.tellWaiting();
      for (const id of world.servers.keys()) {
        fake.setPhase(id, "off");
      }
    },
    revoke: ({ grant }) => {
      revoke((it) => it.id === grant);
    },
    revoke_server: ({ server: id }) => revoke((it) => it.server === id),
    revoke_these: ({ grants }) => revoke((it) => grants.includes(it.id)),
    revoke_all: () => revoke(() => true),
    roots: ({ server: id }) => rootsOf(id),
    add_root: ({ server: id }) => {
      const { folders } = rootsOf(id);
      const added = rootRow(`/home/ada/picked-${folders.length + 1}`, { added_at: Date.now() });
      return setRoots(id, { folders: [...folders, added] });
    },
    remove_root: ({ server: id, path }) =>
      setRoots(id, { folders: rootsOf(id).folders.filter((it) => it.path !== path) }),
    withhold_roots: ({ server: id, withheld }) => setRoots(id, { access: withheld ? "withheld" : "ask" }),
  } satisfies Partial<Handlers>;
}
