import { Channel, invoke, isTauri } from "@tauri-apps/api/core";
import type { EventBatch } from "../bindings/host";
import type { Args, Command, Platform, ReplyOf } from "./platform";

const page = [...crypto.getRandomValues(new Uint32Array(4))].map((it) => it.toString(16)).join("");
let asked = 0;

/**
 * Each command has a mark of its own. Where an answer does not reach the page, Tauri sends the command again by another way,
 * and the host must know that it was there (`src-tauri/src/commands/once.rs`).
 */
function call<K extends Command>(name: K, args: Args<K>): Promise<ReplyOf<K>> {
  asked += 1;
  return invoke<ReplyOf<K>>(name, { ...args }, { headers: { "portcullis-once": `${page}-${asked}` } });
}

/** The real window. The only module that imports Tauri. */
export const tauri: Platform = {
  call,
  attach(hear) {
    // Looking changes nothing, and may happen twice.
    return invoke("attach", { channel: new Channel<EventBatch>(hear).toJSON() });
  },
};

export function inTauri(): boolean {
  return isTauri();
}
