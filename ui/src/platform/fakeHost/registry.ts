import type { RegistryState } from "../../bindings/host";
import { mark } from "./contents";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, one } from "./make";

/** The registry, its copy, and what is added from it. */
export function registryHandlers(fake: FakeHost) {
  const { world } = fake;
  const of = (name: string) => one(world.registryServers, (it) => it.name === name, "server");
  const change = (over: Partial<RegistryState>) =>
    fake.put("registry", { ...world.registry, ...over }, { kind: "registry" });
  return {
    turn_off_registry: () => change({ address: null, servers: 0, updated_at: null, problem: null }),
    set_registry_icons: ({ shown }) => change({ icons: shown }),
    registry_icon: ({ name }) =>
      world.registry.icons && world.registryServers.some((it) => it.name === name && it.icon) ? mark : null,
    update_registry: () => change({ updating: true }),
    search_registry: ({ words }) => {
      const wanted = words.toLowerCase();
      const matching = world.registryServers.filter((it) =>
        `${it.name} ${it.title.text} ${it.description.text}`.toLowerCase().includes(wanted),
      );
      const matches = matching.map(({ options, ...rest }) => {
        const local = options.some((it) => it.kind !== "remote");
        return { ...rest, local, remote: options.some((it) => it.kind === "remote") };
      });
      return { words, found: matches.slice(0, 50), count: matches.length };
    },
    registry_server: ({ name, version }) => {
      const server = of(name);
      return version === null ? server : { ...server, version: foreign(version) };
    },
    registry_versions: ({ name }) => {
      const server = of(name);
      return [server.version.text, "0.9.0"].map((raw) => ({
        version: foreign(raw),
        raw,
        status: "active" as const,
        published_at: server.published_at,
      }));
    },
  } satisfies Partial<Handlers>;
}
