import type { Problem } from "../bindings/host";
import { say } from "../l10n";

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(thrown: unknown): Problem {
  if (typeof thrown === "object" && thrown !== null && "sentence" in thrown && "code" in thrown) {
    return thrown as Problem;
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: "internal",
    sentence: say("words-internal", { error: words }),
    remedy: say("words-internal-remedy"),
    said: null,
  };
}
