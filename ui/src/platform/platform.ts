import type { Commands, EventBatch, Snapshot } from "../bindings/host";

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
