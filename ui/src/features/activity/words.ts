import type { Outcome, RecordKind } from "../../bindings/host";
import { say } from "../../l10n";

/** In the order of a filter. */
export const KINDS: readonly RecordKind[] = [
  "call",
  "resource",
  "prompt",
  "elicitation",
  "sampling",
  "roots",
  "sign_in",
  "server",
  "launch",
  "definition",
  "grant",
  "refusal",
  "host",
];

export const kindWord = (kind: RecordKind): string => say(`activity-kind-${kind}`);

/** In the order of a filter. */
export const OUTCOMES: readonly Outcome[] = [
  "waiting",
  "done",
  "tool_error",
  "failed",
  "denied",
  "refused",
  "cancelled",
  "interrupted",
  "attention",
];

export const outcomeWord = (outcome: Outcome): string => say(`activity-outcome-${outcome}`);
