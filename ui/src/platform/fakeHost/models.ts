import type { ModelChoice, ModelFacts, ModelLine, ProviderKind, ProviderView } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { freshId, problem } from "./make";
import type { World } from "./seed";

const usual: Record<ProviderKind, [string, string]> = {
  anthropic: ["Anthropic", "https://api.anthropic.com"],
  openai: ["OpenAI", "https://api.openai.com/v1"],
  gemini: ["Gemini", "https://generativelanguage.googleapis.com"],
  ollama: ["Ollama", "http://127.0.0.1:11434"],
  lm_studio: ["LM Studio", "http://127.0.0.1:1234/v1"],
  compatible: ["Own endpoint", ""],
};

/** A key that the fake host's providers do not take. */
export const WRONG_KEY = "wrong";

export const facts: ModelFacts = {
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

function wrongKey(label: string) {
  return problem("model.key", {
    sentence: `“${label}” does not accept the key. Nothing was answered.`,
    remedy: "Replace the key in Settings.",
  });
}

/** What can be chosen for a conversation. */
export function choices(world: World): ModelChoice[] {
  const own = { id: "demo", name: "Demo model", provider: "Portcullis", tools: true };
  const theirs = world.providers.flatMap((it) =>
    it.models
      .filter((model) => model.used)
      .map((model) => ({ id: model.id, name: model.name, provider: it.label, tools: model.facts.tools })),
  );
  return [own, ...theirs];
}

export function modelHandlers(
  fake: FakeHost,
): Pick<
  Handlers,
  | "models"
  | "add_provider"
  | "set_provider_key"
  | "check_provider"
  | "remove_provider"
  | "set_model"
  | "find_providers"
  | "set_conversation_model"
  | "go_on"
> {
  const find = (id: string) => {
    const found = fake.world.providers.find((it) => it.id === id);
    if (!found) {
      throw problem("not_found", { sentence: "That provider is not there any more. Nothing was done." });
    }
    return found;
  };
  const tell = () => {
    for (const conversation of fake.world.conversations.values()) {
      conversation.models = choices(fake.world);
    }
    fake.emit({ kind: "models", providers: fake.world.providers });
  };
  return {
    models: () => fake.world.providers,
    add_provider: ({ draft }) => {
      const [name, address] = usual[draft.kind];
      const id = freshId("prov");
      const label = draft.label ?? name;
      const made = provider({
        id,
        kind: draft.kind,
        label,
        address: draft.address ?? address,
        here: (draft.address ?? address).includes("127.0.0.1"),
        key: draft.key !== null,
        problem: draft.key === WRONG_KEY ? wrongKey(label) : null,
        models: draft.key === WRONG_KEY ? [] : [modelLine(id, "large"), modelLine(id, "small")],
      });
      fake.world.providers.push(made);
      fake.world.found = fake.world.found.filter((it) => it.kind !== draft.kind);
      tell();
      return made;
    },
    set_provider_key: ({ provider: id, key }) => {
      const found = find(id);
      found.key = key !== null;
      found.problem = key === WRONG_KEY ? wrongKey(found.label) : null;
      found.checked_at = Date.now();
      tell();
      return found;
    },
    check_provider: ({ provider: id }) => {
      const found = find(id);
      found.checked_at = Date.now();
      tell();
      return found;
    },
    remove_provider: ({ provider: id }) => {
      fake.world.providers = fake.world.providers.filter((it) => it.id !== id);
      tell();
      return null;
    },
    set_model: ({ provider: id, model, used, facts: changed }) => {
      const found = find(id);
      const name = model.startsWith(`${id}/`) ? model.slice(id.length + 1) : model;
      const line = found.models.find((it) => it.name === name);
      if (line) {
        line.used = used;
        line.facts = changed ?? line.facts;
        line.edited ||= changed !== null;
      } else {
        found.models.push(modelLine(id, name, { used }));
      }
      tell();
      return found;
    },
    find_providers: () => fake.world.found,
    set_conversation_model: ({ conversation: id, model }) => {
      const conversation = fake.world.conversations.get(id);
      const choice = choices(fake.world).find((it) => it.id === model);
      if (!conversation || !choice) {
        throw problem("model.unknown", { sentence: "The model of this conversation is not there any more." });
      }
      conversation.summary.model = choice.name;
      conversation.summary.model_id = choice.id;
      fake.tellConversations();
      return conversation;
    },
    go_on: ({ conversation: id }) => {
      const conversation = fake.world.conversations.get(id);
      if (!conversation) {
        throw problem("not_found", { sentence: "This conversation is not there any more." });
      }
      fake.model.hear(conversation, "");
      return null;
    },
  };
}
