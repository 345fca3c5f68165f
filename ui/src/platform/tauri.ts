import { invoke, isTauri } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import type { EventBatch } from "../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "./platform";

/** The name of the one event that the host sends. */
const HOST = "host";

/** The real window. The only module that imports Tauri. */
export const tauri: Platform = {
  call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
    return invoke<ReplyOf<K>>(name, { ...args });
  },
  async onEvents(hear) {
    return listen<EventBatch>(HOST, (event) => hear(event.payload));
  },
};

export function inTauri(): boolean {
  return isTauri();
}
