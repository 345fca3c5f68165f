import type { ProviderKind } from "../../../bindings/host";
import { say } from "../../../l10n";

export const kindName = (kind: ProviderKind): string => say(`settings-models-kind-${kind}`);

/** Where each usually is, in the order in which they are offered; nothing for one of the person's own. */
export const usually: Record<ProviderKind, string> = {
  anthropic: "https://api.anthropic.com",
  openai: "https://api.openai.com/v1",
  gemini: "https://generativelanguage.googleapis.com",
  ollama: "http://127.0.0.1:11434",
  lm_studio: "http://127.0.0.1:1234/v1",
  compatible: "",
};

export const kinds = Object.keys(usually) as ProviderKind[];

/** Those that require a key. */
export const needsKey = (kind: ProviderKind): boolean =>
  kind === "anthropic" || kind === "openai" || kind === "gemini";
