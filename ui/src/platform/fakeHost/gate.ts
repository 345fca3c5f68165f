import type { Answer, Asked, Filled, GateReply, Request, RootList, ServerDraft } from "../../bindings/host";
import { inBrowser } from "./accounts";
import { rootNote, rootRow } from "./asking";
import type { FakeHost, Handlers } from "./fakeHost";
import { detail, freshId, problem, server } from "./make";
import { answerRequest, said } from "./sampling";
import type { World } from "./seed";
import { demoTools } from "./tools";

/** The gate with its nonces and digests, and what a person decided: permissions and folders. */
export function gateHandlers(fake: FakeHost) {
  const { world } = fake;
  /** What was typed into forms, as the host keeps it. */
  const filled = new Map<string, Filled>();
  /** What was begun at requests, as the page wrote it down. */
  const begun = new Map<string, string>();

  /** The request that a command is about. One that has changed since, or that is gone, is not meant by it. */
  function about({ request: id, nonce, digest }: Pick<GateReply, "request" | "nonce"> & { digest?: string }) {
    const waiting = world.waiting.find((it) => it.id === id && it.nonce === nonce);
    if (waiting === undefined || (digest !== undefined && waiting.digest !== digest)) {
      throw problem("consent.stale", { sentence: "This request is no longer waiting for you." });
    }
    return waiting;
  }

  /** A changed request is another one. */
  function renew(changed: Request): void {
    Object.assign(changed, { nonce: freshId("nonce"), digest: freshId("digest").padEnd(64, "0") });
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

  function decide({ id, server: of }: Request, answer: Answer): void {
    const all = answer.kind === "deny_all_from_server";
    const gone = world.waiting.filter((it) => it.id === id || (all && it.server.id === of.id));
    world.waiting = world.waiting.filter((it) => !gone.includes(it));
    fake.tellWaiting();
    for (const it of gone) {
      answered(it, answer);
      fake.emit({ kind: "request_done", request: it.id });
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
    world.servers.set(id, { ...detail(made, { approved_at: Date.now() }), draft });
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

  /** For what was put in front before this. */
  function shown(_changed: unknown): void {
    fake.tellGate();
  }

  function show(id: string, together: boolean): void {
    const wanted = world.waiting.filter((it) => it.id === id);
    const alike = together ? wanted.flatMap((it) => fake.alike(it)) : [];
    shown(fake.front.open(alike.length > 0 ? alike : wanted));
  }

  return {
    attach_gate: () => fake.gateView(),
    show_request: ({ request: id, together }) => show(id, together),
    show_together: ({ request: id }) => show(id, true),
    show_apart: () => shown(fake.front.apart()),
    next_request: () => shown(fake.front.next()),
    decide_later: () => shown(fake.front.leave(world.waiting)),
    attend: (meant) => void about(meant),
    amend: (meant) => {
      const changed = about(meant);
      amend(changed.asked, meant.arguments);
      renew(changed);
      fake.tellWaiting();
      return changed;
    },
    check_form: (meant) => {
      filled.set(about(meant).id, meant.content);
      return [];
    },
    check_amended: (meant) => {
      about(meant);
      return [];
    },
    filled_form: (meant) => filled.get(about(meant).id) ?? null,
    keep_draft: ({ request: id, draft }) => void begun.set(id, draft),
    kept_drafts: () => Object.fromEntries(begun),
    answer: ({ reply }) => decide(about(reply), reply.answer),
    answer_together: ({ replies }) => {
      for (const [request, answer] of replies.map((it) => [about(it), it.answer] as const)) {
        decide(request, answer);
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
    revoke: ({ grant }) => void revoke((it) => it.id === grant),
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
