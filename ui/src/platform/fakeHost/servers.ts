import type { Frame, HostEvent, ProfileView, ServerDraft, ToolDetail } from "../../bindings/host";
import { checkArguments } from "./check";
import { picture, sound } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import {
  callTo,
  files,
  foreign,
  found,
  freshId,
  markOf,
  noServer,
  one,
  problem,
  refOf,
  reviewRow,
  setting,
  value,
  waitingOf,
} from "./make";
import { changedRequest, launchAsked } from "./requests";

/** Servers with their logs and frames, their tools, and calls. */
export function serverHandlers(fake: FakeHost) {
  const { world } = fake;
  const frameOf = (server: string, seq: number): Frame =>
    one(world.frames.get(server), (it) => it.seq === seq, "frame");
  const summaryOf = (id: string) => fake.server(id).summary;
  const changed = (id: string): void => fake.emit({ kind: "server", server: summaryOf(id) });
  const propose = (draft: ServerDraft, id: string, question: string) => {
    const { summary } = world.servers.get(id) ?? {};
    const server = summary === undefined ? noServer(draft.label) : { ...refOf(summary), label: draft.label };
    return fake.propose(question, server, launchAsked(draft, { changes: id === "" ? null : id }), draft);
  };
  const openBundle = (...events: HostEvent[]) => {
    if (world.bundleProblem !== null) throw world.bundleProblem;
    fake.put("bundle", world.chosenBundle, { kind: "bundle" }, ...events);
    return world.bundle;
  };
  const putProfiles = (profiles: ProfileView[]) => fake.put("profiles", profiles, { kind: "profiles" });
  return {
    server: ({ id }) => fake.server(id),
    cancel_fetch: ({ id }) =>
      fake.put(
        "fetches",
        world.fetches.filter((it) => it.id !== id),
        { kind: "fetches" },
      ),
    propose_fetch: ({ draft: { endpoint, label } }) => {
      const of = endpoint.kind === "command" ? (endpoint.arguments.at(-1) ?? endpoint.program) : label;
      const asked = setting([reviewRow("Package", [value(of)])]);
      return fake.propose(`Fetch ${of} for “${label}”?`, noServer(label, of), asked);
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
      return propose(draft, id, `Save the changes to “${summary.label}”?`);
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
    open_dropped_bundle: () => found(openBundle(), "bundle"),
    forget_dropped: () => fake.put("drop", { ...world.drop, files: null }, { kind: "dropped" }),
    drop_offered_install: () => fake.put("offeredInstall", null, { kind: "offered_install" }),
    open_bundle: ({ offered }) => {
      if (offered) world.offeredInstall = null;
      return openBundle({ kind: "offered_install" });
    },
    close_bundle: () => fake.put("bundle", null, { kind: "bundle" }),
    propose_bundle: ({ label, updates }) => {
      const draft = { ...fake.server(files.id).draft, label };
      return propose(draft, updates ?? "", updates ? `Save the changes to “${label}”?` : `Add “${label}”?`);
    },
    propose_import: ({ picks }) => {
      const rows = picks.map(({ label }) => reviewRow(label, []));
      return fake.propose(`Add ${picks.length} servers, turned off?`, noServer(), setting(rows));
    },
    set_enabled: ({ id, enabled }) => fake.setPhase(id, enabled ? "ready" : "off"),
    set_sampling: ({ server, allowed }) => {
      summaryOf(server).sampling = allowed;
      changed(server);
    },
    set_mark: ({ server, mark }) => {
      const known = fake.server(server);
      known.summary.mark = mark ?? markOf(known.summary.label);
      known.mark_chosen = mark !== null;
      changed(server);
    },
    set_note: ({ server, note }) => {
      fake.server(server).note = note.trim();
      changed(server);
    },
    set_start: ({ server, start }) => {
      fake.server(server).draft.start = start;
      changed(server);
    },
    order_servers: ({ ids }) => {
      const all = [...world.servers.entries()];
      const at = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      world.servers = new Map(all.toSorted(([a], [b]) => at(a) - at(b)));
      fake.emit({ kind: "servers_ordered", ids: [...world.servers.keys()] });
    },
    create_profile: ({ name }) => {
      if (world.profiles.some((it) => it.name === name)) {
        throw problem("input.bad", { sentence: `A profile named “${name}” already exists.` });
      }
      const made = { id: freshId("profile"), name, current: false, servers: [], permissions: 0 };
      putProfiles([...world.profiles, made]);
      return made;
    },
    rename_profile: ({ profile, name }) =>
      putProfiles(world.profiles.map((it) => (it.id === profile ? { ...it, name } : it))),
    remove_profile: ({ profile }) => putProfiles(world.profiles.filter((it) => it.id !== profile)),
    use_profile: ({ profile }) =>
      putProfiles(world.profiles.map((it) => ({ ...it, current: it.id === profile }))),
    propose_review: ({ server: id, tool: name }) => {
      const { shown } = found(fake.tool(id, name), "tool").entry;
      const summary = summaryOf(id);
      const rows = [reviewRow("Tool (name from the server)", [value(shown.text)])];
      return fake.propose(
        `Mark this definition of “${summary.label}” as reviewed?`,
        refOf(summary),
        setting(rows),
      );
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
    tools: ({ server: id, query }) => {
      const all = world.tools.get(id) ?? [];
      const words = ({ entry }: ToolDetail) =>
        `${entry.name} ${entry.title?.text ?? ""} ${entry.summary.text}`.toLowerCase();
      const tools = all.filter((it) => words(it).includes(query.toLowerCase())).map((it) => it.entry);
      const counts = { total: all.length, found: tools.length, beyond_limit: 0 };
      return { ...counts, tools, excluded: [], problem: null };
    },
    tool: ({ server: id, tool }) => found(fake.tool(id, tool), "tool"),
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
    check_arguments: ({ server: id, tool, arguments: given }) =>
      checkArguments(fake.tool(id, tool)?.input_schema ?? "{}", given),
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
  } satisfies Partial<Handlers>;
}
