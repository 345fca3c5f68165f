import { Channel, invoke, isTauri } from "@tauri-apps/api/core";
import type { EventBatch } from "../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "./platform";

function call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
  return invoke<ReplyOf<K>>(name, { ...args });
}

/** The real window. The only module that imports Tauri. */
export const tauri: Platform = {
  call,
  attach(hear) {
    return call("attach", { channel: new Channel<EventBatch>(hear).toJSON() });
  },
};

export function inTauri(): boolean {
  return isTauri();
}
