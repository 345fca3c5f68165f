import type { DiagnosisView, Frame, ProfileView, ServerDetail, ToolDetail } from "../../bindings/host";
import { picture, sound } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import { callTo, files, foreign, found, freshId, markOf, noServer, one, refOf, waitingOf } from "./make";
import { changedRequest, launchRequest } from "./requests";

/** What is wrong with “Project files”: nothing, unless told otherwise. */
export function diagnosis(over: Partial<DiagnosisView> = {}): DiagnosisView {
  return {
    server: files.id,
    label: files.label,
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
    ...over,
  };
}

/** Servers with their logs and frames, their tools and calls, and files of other applications that they are written into. */
export function serverHandlers(fake: FakeHost) {
  const { world } = fake;
  const frameOf = (server: string, seq: number): Frame =>
    one(world.frames.get(server), (it) => it.seq === seq, "frame");
  const summaryOf = (id: string) => fake.server(id).summary;
  const change = (id: string, over: Partial<ServerDetail>): void => {
    Object.assign(fake.server(id), over);
    fake.emit({ kind: "server", server: summaryOf(id) });
  };
  const since = <Item extends { seq: number }>(all: Item[] | undefined, after: number) =>
    (all ?? []).filter((it) => it.seq > after);
  const media = (name: string) => (name.startsWith("sound") ? sound : picture);
  const openBundle = () => {
    fake.put("bundle", world.chosenBundle, { kind: "bundle" });
    return found(world.bundle, "bundle");
  };
  const putProfiles = (profiles: ProfileView[]) => fake.put("profiles", profiles, { kind: "profiles" });
  return {
    server: ({ id }) => fake.server(id),
    preview_export: ({ draft }) => ({ ...found(world.answers.preview_export, "file"), path: draft.path }),
    cancel_fetch: () => fake.put("fetches", [], { kind: "fetches" }),
    propose_server: ({ draft, changes }) => {
      const server = changes === null ? noServer(draft.label) : refOf(summaryOf(changes));
      const { question, asked } = launchRequest(draft.label, { changes });
      return fake.propose(question, server, asked, draft);
    },
    suggest_fence: ({ draft: { endpoint } }) => {
      const words = endpoint.kind === "command" ? endpoint.arguments : null;
      const write = words?.filter((word) => word.startsWith("/home/")) ?? [];
      return { grants: words && { read: [], write, hosts: [], any_host: false, nested: false }, why: null };
    },
    fence: ({ id }) => ({
      grants: fake.server(id).draft.fence,
      unavailable: null,
      denials: world.denials.get(id) ?? [],
    }),
    open_dropped_bundle: openBundle,
    open_registry_bundle: openBundle,
    forget_dropped: () => fake.put("dropped", { ...world.dropped, files: null }, { kind: "dropped" }),
    drop_offered_install: () => fake.put("offered_install", null, { kind: "offered_install" }),
    open_bundle: () => {
      fake.put("offered_install", null, { kind: "offered_install" });
      return openBundle();
    },
    close_bundle: () => fake.put("bundle", null, { kind: "bundle" }),
    set_enabled: ({ id, enabled }) => fake.setPhase(id, enabled ? "ready" : "off"),
    set_sampling: ({ server, allowed: sampling }) =>
      change(server, { summary: { ...summaryOf(server), sampling } }),
    set_mark: ({ server, mark }) => {
      const summary = summaryOf(server);
      change(server, {
        summary: { ...summary, mark: mark ?? markOf(summary.label) },
        mark_chosen: mark !== null,
      });
    },
    set_note: ({ server, note }) => change(server, { note: note.trim() }),
    set_start: ({ server, start }) => change(server, { draft: { ...fake.server(server).draft, start } }),
    set_log_level: ({ server, level }) => change(server, { log_level: level }),
    order_servers: ({ ids }) => {
      const all = [...world.servers.entries()];
      const at = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
      world.servers = new Map(all.toSorted(([a], [b]) => at(a) - at(b)));
      fake.emit({ kind: "servers_ordered", ids: [...world.servers.keys()] });
    },
    create_profile: ({ name }) => {
      const made = { id: freshId("profile"), name, current: false, servers: [], permissions: 0 };
      putProfiles([...world.profiles, made]);
      return made;
    },
    rename_profile: ({ profile, name }) =>
      putProfiles(world.profiles.map((it) => (it.id === profile ? { ...it, name } : it))),
    remove_profile: ({ profile }) => putProfiles(world.profiles.filter((it) => it.id !== profile)),
    use_profile: ({ profile }) =>
      putProfiles(world.profiles.map((it) => ({ ...it, current: it.id === profile }))),
    restart_server: ({ id }) => fake.setPhase(id, "starting"),
    remove_server: ({ id }) => {
      world.servers.delete(id);
      fake.emit({ kind: "server_removed", id }, { kind: "grants" });
    },
    logs: ({ server: id, after }) => ({ lines: since(world.logs.get(id), after), dropped: 0 }),
    frames: ({ server: id, after }) => ({ frames: since(world.frames.get(id), after), dropped: 0 }),
    frame_text: ({ server: id, seq }) =>
      foreign(JSON.stringify(JSON.parse(frameOf(id, seq).head.text), null, 2)),
    find_frames: ({ server: id, words, after }) => {
      const all = since(world.frames.get(id), after);
      const hits = all.filter((it) => it.head.text.toLowerCase().includes(words.toLowerCase()));
      return { hits: hits.map((it) => it.seq), through: all.at(-1)?.seq ?? after };
    },
    frame_call: ({ server: id, seq }) => {
      const { params } = JSON.parse(frameOf(id, seq).head.text);
      const text = JSON.stringify(params.arguments);
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
      const made = changedRequest(tool, summaryOf(id));
      fake.ask(made);
      return waitingOf(made);
    },
    start_call: ({ server: id, tool, arguments: given }) => {
      const title = fake.tool(id, tool)?.entry.title?.text ?? tool;
      const now = { state: "running", asked_at: Date.now(), ended_at: null } as const;
      const view = callTo(summaryOf(id), freshId("call"), tool, title, given.slice(0, 200), now);
      world.calls.set(view.id, view);
      setTimeout(() => fake.model.run(view), 0);
      return view;
    },
    cancel_call: ({ call: id }) => fake.model.cancel(found(world.calls.get(id), "call")),
    call: ({ call: id }) => found(world.calls.get(id), "call"),
    read_payload: ({ handle, offset }) => ({
      text: `${fake.payloads.known(handle)}: content from ${offset}\n`.repeat(40),
      next: offset === 0 ? 4_096 : null,
      bytes: 8_192,
    }),
    payload_url: ({ handle }) => media(fake.payloads.known(handle)),
    redrawn_payload_url: ({ handle }) => media(fake.payloads.known(handle)),
    save_payload: ({ handle, name }) => {
      fake.payloads.known(handle);
      return `/home/ada/Downloads/${name}`;
    },
    media_url: ({ digest }) => media(digest),
    save_media: ({ name }) => `/home/ada/Downloads/${name}`,
  } satisfies Partial<Handlers>;
}
