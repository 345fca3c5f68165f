import type { GateCommands, GateView } from "../bindings/host";
import { invokeAttach, invokeOnce } from "../platform/invoke";

export type GateCommandName = keyof GateCommands;
export type GateArgs<K extends GateCommandName> = GateCommands[K]["arguments"];
export type GateReplyOf<K extends GateCommandName> = GateCommands[K]["reply"];

/** What the gate's page needs from outside itself. A call that did not work rejects with a `Problem`. */
export interface GatePlatform {
  call<K extends GateCommandName>(name: K, args: GateArgs<K>): Promise<GateReplyOf<K>>;
  /**
   * What stands at the gate, and from then on each change of it, whole and in order. What is heard is newer than the reply,
   * also where it comes before it.
   */
  attach(hear: (view: GateView) => void): Promise<GateView>;
}

/** The real window. */
export const tauriGate: GatePlatform = {
  call: invokeOnce,
  attach: (hear) => invokeAttach("attach_gate", hear),
};
