import type { Commands, EventBatch, Problem, Snapshot } from "../bindings/host";

export type Command = keyof Commands;
export type Args<K extends Command> = Commands[K]["arguments"];
export type ReplyOf<K extends Command> = Commands[K]["reply"];

/**
 * What the window needs from outside itself: ask the host, hear the host. Nothing else in `ui/` may reach the
 * system. A call that did not work rejects with a `Problem` (see `asProblem`).
 */
export interface Platform {
  call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>>;
  /**
   * How everything is, and from then on what happens, in batches and in order; some may come before the reply, and none
   * after the next `attach`.
   */
  attach(hear: (batch: EventBatch) => void): Promise<Snapshot>;
}

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
