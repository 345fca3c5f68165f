import type { Problem } from "../bindings/host";

/** Whatever was thrown, as a problem that can be shown. */
export function asProblem(thrown: unknown): Problem {
  if (typeof thrown === "object" && thrown !== null && "sentence" in thrown && "code" in thrown) {
    return thrown as Problem;
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: "internal",
    sentence: `Portcullis made a mistake: ${words}. Nothing more was done.`,
    remedy: "Try again.",
    said: null,
  };
}
