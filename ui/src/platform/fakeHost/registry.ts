import { mark } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import { found } from "./fakeHost";
import { foreign, freshId, request, waitingOf } from "./make";
import { launchAsked } from "./requests";

/** The registry, its copy, and what is added from it. */
export function registryHandlers(fake: FakeHost) {
  const { world } = fake;
  return {
    registry: () => world.registry,
    propose_registry: ({ address }) => {
      const host = new URL(address).host;
      const of = { id: "", label: host, whereabouts: "remote" as const, origin: host, mark: null };
      const asked = { kind: "setting" as const, rows: [], notes: [], warnings: [] };
      const made = request(freshId("req"), `Use the registry at ${host}?`, of, asked, { kind: "person" });
      fake.ask(made);
      return waitingOf(made);
    },
    turn_off_registry: () => {
      world.registry = { ...world.registry, address: null, servers: 0, updated_at: null, problem: null };
      fake.emit({ kind: "registry" });
    },
    set_registry_icons: ({ shown }) => {
      world.registry = { ...world.registry, icons: shown };
      fake.emit({ kind: "registry" });
    },
    registry_icon: ({ name }) =>
      world.registry.icons && world.registryServers.some((it) => it.name === name && it.icon) ? mark : null,
    update_registry: () => {
      world.registry = { ...world.registry, updating: true };
      fake.emit({ kind: "registry" });
    },
    search_registry: ({ words }) => {
      const wanted = words.toLowerCase();
      const matching = world.registryServers.filter((it) =>
        `${it.name} ${it.title.text} ${it.description.text}`.toLowerCase().includes(wanted),
      );
      const matches = matching.map(({ name, title, description, version, status, icon, options }) => ({
        name,
        title,
        description,
        version,
        status,
        local: options.some((it) => it.kind !== "remote"),
        remote: options.some((it) => it.kind === "remote"),
        icon,
      }));
      return { words, found: matches.slice(0, 50), count: matches.length };
    },
    registry_server: ({ name, version }) => {
      const server = found(
        world.registryServers.find((it) => it.name === name),
        "server",
      );
      return version === null ? server : { ...server, version: foreign(version) };
    },
    registry_versions: ({ name }) => {
      const server = found(
        world.registryServers.find((it) => it.name === name),
        "server",
      );
      return [server.version.text, "0.9.0"].map((raw) => ({
        version: foreign(raw),
        raw,
        status: "active" as const,
        published_at: server.published_at,
      }));
    },
    propose_registry_server: ({ label }) => {
      const draft = structuredClone(fake.server("srv-files").draft);
      draft.label = label;
      const of = { id: "", label, whereabouts: "local" as const, origin: label, mark: null };
      const asked = launchAsked(draft, { changes: null, because: null });
      const made = request(freshId("req"), `Add “${label}”?`, of, asked, { kind: "person" });
      fake.drafts.set(made.id, draft);
      fake.ask(made);
      return waitingOf(made);
    },
    cancel_registry_download: () => null,
    open_registry_bundle: () => {
      world.bundle = found(world.chosenBundle ?? undefined, "bundle");
      fake.emit({ kind: "bundle" });
      return world.bundle;
    },
  } satisfies Partial<Handlers>;
}
