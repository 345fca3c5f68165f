import type { ModelChoice, ModelFacts, ModelLine, ProviderView } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { freshId, one } from "./make";
import type { World } from "./seed";

const facts: ModelFacts = {
  context: 200_000,
  output: 64_000,
  price_in: 3,
  price_out: 15,
  tools: true,
  images: true,
  reasons: true,
  effort: null,
  efforts: ["low", "medium", "high"],
  audio: false,
  pdf: true,
};

export function modelLine(provider: string, name: string, over: Partial<ModelLine> = {}): ModelLine {
  return { id: `${provider}/${name}`, name, facts, edited: false, used: true, gone: false, ...over };
}

export function provider(over: Partial<ProviderView> = {}): ProviderView {
  const id = over.id ?? "prov-1";
  return {
    id,
    kind: "anthropic",
    label: "Anthropic",
    address: "https://api.anthropic.com",
    here: false,
    key: true,
    checked_at: Date.now(),
    problem: null,
    models: [modelLine(id, "claude-large"), modelLine(id, "claude-small", { used: false })],
    more: 0,
    ...over,
  };
}

/** What can be chosen for a conversation. */
export function choices(world: World): ModelChoice[] {
  const own = { id: "demo", name: "Demo model", provider: "Portcullis", tools: true };
  const theirs = world.models.flatMap(({ label, models }) =>
    models
      .filter((it) => it.used)
      .map(({ id, name, facts }) => ({ id, name, provider: label, tools: facts.tools })),
  );
  return [own, ...theirs];
}

export function modelHandlers(fake: FakeHost) {
  const { world } = fake;
  const of = (id: string) => one(world.models, (it) => it.id === id, "provider");
  const change = (id: string, over: Partial<ProviderView>): ProviderView => {
    const changed = { ...of(id), ...over };
    fake.tellModels(world.models.map((it) => (it.id === id ? changed : it)));
    return changed;
  };
  return {
    add_provider: ({ draft: { kind, label, address, key } }) => {
      const name = label ?? `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      const made = provider({
        id: freshId("prov"),
        kind,
        label: name,
        address: address ?? "",
        here: address?.startsWith("http://127.0.0.1") ?? false,
        key: key !== null,
      });
      world.answers.find_providers = world.answers.find_providers?.filter((it) => it.kind !== kind);
      fake.tellModels([...world.models, made]);
      return made;
    },
    set_provider_key: ({ provider: id, key }) => change(id, { key: key !== null, problem: null }),
    remove_provider: ({ provider: id }) => fake.tellModels(world.models.filter((it) => it.id !== id)),
    set_model: ({ provider: id, model, used, facts: changed }) => {
      const { models } = of(id);
      const name = model.replace(`${id}/`, "");
      const known = models.find((it) => it.name === name);
      const edit = changed && { facts: changed, edited: true };
      const line = { ...(known ?? modelLine(id, name)), used, ...edit };
      return change(id, {
        models: known ? models.map((it) => (it === known ? line : it)) : [...models, line],
      });
    },
  } satisfies Partial<Handlers>;
}
