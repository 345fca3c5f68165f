import type { Outcome, RecordKind } from "../../bindings/host";

export const kindWord: Record<RecordKind, string> = {
  call: "Tool calls",
  resource: "Resources",
  prompt: "Prompts",
  elicitation: "Forms and pages to open",
  sampling: "Words of a model",
  roots: "Folders",
  sign_in: "Sign-in",
  server: "Servers",
  launch: "Starting programs",
  definition: "Definitions",
  grant: "Permissions",
  refusal: "Refusals",
  host: "Portcullis itself",
};

export const outcomeWord: Record<Outcome, string> = {
  waiting: "not ended yet",
  done: "done",
  tool_error: "the tool says it failed",
  failed: "failed",
  denied: "denied",
  refused: "refused",
  cancelled: "stopped",
  interrupted: "interrupted",
  attention: "needs a look",
};
