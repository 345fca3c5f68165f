import type { ProviderKind } from "../../../bindings/host";
import { say } from "../../../l10n";

export const kindName = (kind: ProviderKind): string => say(`settings-models-kind-${kind}`);

/**
 * In the order in which they are offered: where each usually is, which is nothing for one of the person's own, and whether it
 * requires a key.
 */
const rows: Record<ProviderKind, [usually: string, needsKey: boolean]> = {
  anthropic: ["https://api.anthropic.com", true],
  openai: ["https://api.openai.com/v1", true],
  gemini: ["https://generativelanguage.googleapis.com", true],
  ollama: ["http://127.0.0.1:11434", false],
  lm_studio: ["http://127.0.0.1:1234/v1", false],
  compatible: ["", false],
};

export const kinds = Object.keys(rows) as ProviderKind[];

export const usually = (kind: ProviderKind): string => rows[kind][0];

export const needsKey = (kind: ProviderKind): boolean => rows[kind][1];
