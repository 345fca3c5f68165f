import type { Frame, ServerDraft, ToolDetail, WaitingRequest } from "../../bindings/host";
import { mark, picture, sound } from "./contents";
import { type FakeHost, found, type Handlers } from "./fakeHost";
import { callTo, files, foreign, freshId, markOf, problem, request, reviewRow, waitingOf } from "./make";
import { changedRequest, launchAsked } from "./requests";

/** Servers with their logs and frames, their tools, and calls. */
export function serverHandlers(fake: FakeHost) {
  const { world } = fake;
  const frameOf = (server: string, seq: number): Frame => {
    return found(
      world.frames.get(server)?.find((it) => it.seq === seq),
      "frame",
    );
  };
  const propose = (draft: ServerDraft, id: string, question: string, because: string | null = null) => {
    const about = world.servers.get(id)?.summary;
    const ref = {
      id,
      label: draft.label,
      whereabouts: about?.whereabouts ?? ("local" as const),
      origin: draft.label,
      mark: about?.mark ?? null,
    };
    const asked = launchAsked(draft, { changes: id === "" ? null : id, because });
    const made = request(freshId("req"), question, ref, asked, { kind: "person" });
    fake.drafts.set(made.id, draft);
    fake.ask(made);
    return waitingOf(made);
  };
  const fetch = (package_: string, label: string): WaitingRequest => {
    const ref = { id: "", label, whereabouts: "local" as const, origin: package_, mark: null };
    const value = { text: foreign(package_), note: null, bytes: package_.length, literal: true };
    const rows = [reviewRow("Package", [value])];
    const asked = { kind: "setting" as const, rows, notes: [], warnings: [] };
    const made = request(freshId("req"), `Fetch ${package_} for “${label}”?`, ref, asked, { kind: "person" });
    fake.ask(made);
    return waitingOf(made);
  };
  return {
    server: ({ id }) => fake.server(id),
    fetches: () => world.fetches,
    cancel_fetch: ({ id }) => {
      world.fetches = world.fetches.filter((it) => it.id !== id);
      fake.emit({ kind: "fetches" });
      return null;
    },
    propose_fetch: ({ draft }) => {
      const { endpoint, label } = draft;
      return fetch(
        endpoint.kind === "command" ? (endpoint.arguments.at(-1) ?? endpoint.program) : label,
        label,
      );
    },
    propose_server: ({ draft, changes }) => {
      const { label } = draft;
      const all = [...world.servers.values()].map((it) => it.summary);
      if (all.some((it) => it.label === label && it.id !== changes)) {
        throw problem("server.label_taken", {
          sentence: `A server named “${label}” already exists. The server was not saved.`,
          remedy: "Choose another label.",
        });
      }
      const question = changes
        ? `Save the changes to “${label}”?`
        : `Add “${label}”? It runs a program on this computer`;
      return propose(draft, changes ?? "", question);
    },
    propose_repair: ({ id }) => {
      const { draft, summary } = fake.server(id);
      return propose(structuredClone(draft), id, `Save the changes to “${summary.label}”?`);
    },
    suggest_fence: ({ draft }) => {
      if (!world.settings.fence_new)
        return { grants: null, why: "Fences for new servers are turned off in Settings." };
      const { endpoint } = draft;
      if (endpoint.kind !== "command") return { grants: null, why: null };
      const write = endpoint.arguments.filter((word) => word.startsWith("/home/"));
      return { grants: { read: [], write, hosts: [], any_host: false, nested: false }, why: null };
    },
    fence: ({ id }) => ({
      grants: fake.server(id).draft.fence,
      unavailable: null,
      denials: world.denials.get(id) ?? [],
    }),
    diagnose: ({ id }) =>
      world.diagnoses.get(id) ?? {
        server: id,
        label: fake.server(id).summary.label,
        cause: "nothing",
        sentence: "",
        remedy: "",
        install: null,
        action: null,
        proposes: false,
        variables: [],
        at: null,
        earlier: false,
        said: null,
        looked_at: [],
      },
    read_servers: () => world.pasted,
    suggested_servers: () => world.suggested,
    configurations: () => world.configurations,
    choose_project: () => world.project,
    dropped: () => world.drop,
    open_dropped_bundle: () => {
      if (world.bundleProblem !== null) throw world.bundleProblem;
      world.bundle = world.chosenBundle;
      fake.emit({ kind: "bundle" });
      if (world.bundle === null) throw new Error("no bundle");
      return world.bundle;
    },
    forget_dropped: () => {
      world.drop = { ...world.drop, files: null };
      fake.emit({ kind: "dropped" });
      return null;
    },
    offered_install: () => world.offeredInstall,
    drop_offered_install: () => {
      world.offeredInstall = null;
      fake.emit({ kind: "offered_install" });
      return null;
    },
    open_bundle: ({ offered }) => {
      if (world.bundleProblem !== null) throw world.bundleProblem;
      world.bundle = world.chosenBundle;
      if (offered) world.offeredInstall = null;
      fake.emit({ kind: "bundle" }, { kind: "offered_install" });
      return world.bundle;
    },
    bundle: () => world.bundle,
    close_bundle: () => {
      world.bundle = null;
      fake.emit({ kind: "bundle" });
      return null;
    },
    propose_bundle: ({ label, updates }) => {
      const draft = structuredClone(fake.server(files.id).draft);
      draft.label = label;
      return propose(draft, updates ?? "", updates ? `Save the changes to “${label}”?` : `Add “${label}”?`);
    },
    propose_import: ({ picks }) => {
      const ref = { id: "", label: "", whereabouts: "local" as const, origin: "", mark: null };
      const rows = picks.map(({ label }) => reviewRow(label, []));
      const asked = { kind: "setting" as const, rows, notes: [], warnings: [] };
      const question = `Add ${picks.length} servers, turned off?`;
      const made = request(freshId("req"), question, ref, asked, { kind: "person" });
      fake.ask(made);
      return waitingOf(made);
    },
    set_enabled: ({ id, enabled }) => fake.setPhase(id, enabled ? "ready" : "off"),
    set_sampling: ({ server: id, allowed }) => {
      const { summary } = fake.server(id);
      summary.sampling = allowed;
      fake.emit({ kind: "server", server: summary });
    },
    set_mark: ({ server: id, mark }) => {
      const known = fake.server(id);
      known.summary.mark = mark ?? markOf(known.summary.label);
      known.mark_chosen = mark !== null;
      fake.emit({ kind: "server", server: known.summary });
    },
    set_note: ({ server: id, note }) => {
      const known = fake.server(id);
      known.note = note.trim();
      fake.emit({ kind: "server", server: known.summary });
    },
    set_start: ({ server: id, start }) => {
      const known = fake.server(id);
      known.draft.start = start;
      fake.emit({ kind: "server", server: known.summary });
    },
    order_servers: ({ ids }) => {
      const all = [...world.servers.entries()];
      const at = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      world.servers = new Map(all.toSorted(([a], [b]) => at(a) - at(b)));
      fake.emit({ kind: "servers_ordered", ids: [...world.servers.keys()] });
    },
    profiles: () => world.profiles,
    create_profile: ({ name }) => {
      if (world.profiles.some((it) => it.name === name)) {
        throw problem("input.bad", { sentence: `A profile named “${name}” already exists.` });
      }
      const made = { id: freshId("profile"), name, current: false, servers: [], permissions: 0 };
      world.profiles = [...world.profiles, made];
      fake.emit({ kind: "profiles" });
      return made;
    },
    rename_profile: ({ profile, name }) => {
      world.profiles = world.profiles.map((it) => (it.id === profile ? { ...it, name } : it));
      fake.emit({ kind: "profiles" });
    },
    remove_profile: ({ profile }) => {
      world.profiles = world.profiles.filter((it) => it.id !== profile);
      fake.emit({ kind: "profiles" });
    },
    use_profile: ({ profile }) => {
      world.profiles = world.profiles.map((it) => ({ ...it, current: it.id === profile }));
      fake.emit({ kind: "profiles" });
    },
    propose_review: ({ server: id, tool: name }) => {
      const tool = found(
        world.tools.get(id)?.find((it) => it.entry.name === name),
        "tool",
      );
      const { label, whereabouts, origin, mark } = fake.server(id).summary;
      const ref = { id, label, whereabouts, origin, mark };
      const text = { text: tool.entry.shown, note: null, bytes: name.length, literal: true };
      const rows = [reviewRow("Tool (name from the server)", [text])];
      const asked = { kind: "setting" as const, rows, notes: [], warnings: [] };
      const question = `Mark this definition of “${label}” as reviewed?`;
      const made = request(freshId("req"), question, ref, asked, { kind: "person" });
      fake.ask(made);
      return waitingOf(made);
    },
    restart_server: ({ id }) => fake.setPhase(id, "starting"),
    remove_server: ({ id }) => {
      world.servers.delete(id);
      fake.emit({ kind: "server_removed", id }, { kind: "grants" });
    },
    logs: ({ server: id, after }) => ({
      lines: (world.logs.get(id) ?? []).filter((it) => it.seq > after),
      dropped: 0,
    }),
    frames: ({ server: id, after }) => ({
      frames: (world.frames.get(id) ?? []).filter((it) => it.seq > after),
      dropped: 0,
    }),
    frame_text: ({ server: id, seq }) => {
      const { text } = frameOf(id, seq).head;
      return foreign(text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text);
    },
    find_frames: ({ server: id, words, after }) => {
      const all = (world.frames.get(id) ?? []).filter((it) => it.seq > after);
      const hits = all.filter((it) => it.head.text.toLowerCase().includes(words.toLowerCase()));
      return { hits: hits.map((it) => it.seq), through: all.at(-1)?.seq ?? after };
    },
    frame_call: ({ server: id, seq }) => {
      const { params } = JSON.parse(frameOf(id, seq).head.text);
      const text = JSON.stringify(params.arguments ?? {});
      return { tool: params.name, arguments: text, hidden: text.includes("•••") };
    },
    export_frames: () => "/home/ada/Downloads/portcullis-frames.jsonl",
    tools: ({ server: id, query }) => {
      const all = world.tools.get(id) ?? [];
      const words = ({ entry }: ToolDetail) =>
        `${entry.name} ${entry.title?.text ?? ""} ${entry.summary.text}`.toLowerCase();
      const tools = all.filter((it) => words(it).includes(query.toLowerCase())).map((it) => it.entry);
      const counts = { total: all.length, found: tools.length, beyond_limit: 0 };
      return { ...counts, tools, excluded: [], problem: null };
    },
    tool: ({ server: id, tool }) => {
      const known = fake.tool(id, tool);
      if (known === undefined) {
        throw problem("tool.unknown", { sentence: "This tool no longer exists." });
      }
      return known;
    },
    review_tool: ({ server: id, tool }) => {
      const known = world.waiting.find((it) => it.asked.kind === "changed" && it.asked.tool === tool);
      if (known) {
        return waitingOf(known);
      }
      const { diff, notes } = found(fake.tool(id, tool), "tool");
      const made = changedRequest(tool, fake.server(id).summary, { diff, notes, varying: [] });
      fake.ask(made);
      return waitingOf(made);
    },
    check_arguments: ({ server: id, tool, arguments: given }) => {
      const { required = [] } = JSON.parse(fake.tool(id, tool)?.input_schema ?? "{}");
      const values = JSON.parse(given);
      return (required as string[])
        .filter((name) => values[name] === undefined || values[name] === "")
        .map((name) => ({ path: `/${name}`, message: "is required" }));
    },
    start_call: ({ server: id, tool, arguments: given, definition }) => {
      const about = fake.server(id).summary;
      const known = fake.tool(id, tool);
      if (known?.digest !== definition) {
        throw problem("tool.changed", {
          sentence: `“${tool}” of “${about.label}” is not the definition you saw. It was not called.`,
          remedy: "Review the new definition.",
        });
      }
      const title = known?.entry.title?.text ?? tool;
      const now = { state: "running", asked_at: Date.now(), ended_at: null } as const;
      const view = callTo(about, freshId("call"), tool, title, given.slice(0, 200), now);
      world.calls.set(view.id, view);
      setTimeout(() => fake.model.run(view), 0);
      return view;
    },
    cancel_call: ({ call: id }) => fake.model.cancel(found(world.calls.get(id), "call")),
    call: ({ call: id }) => found(world.calls.get(id), "call"),
    read_payload: ({ handle, offset }) => ({
      text: `${handle}: content from ${offset}\n`.repeat(40),
      next: offset === 0 ? 4_096 : null,
      bytes: 8_192,
    }),
    payload_url: ({ handle }) => (handle === "sound" ? sound : picture),
    redrawn_payload_url: ({ handle }) => (handle === "sound" ? sound : picture),
    save_payload: ({ name }) => `/home/ada/Downloads/${name}`,
    media_url: ({ digest }) => (digest.startsWith("sound") ? sound : picture),
    save_media: ({ name }) => `/home/ada/Downloads/${name}`,
    icon: () => mark,
  } satisfies Partial<Handlers>;
}
