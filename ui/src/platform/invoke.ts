import { Channel, invoke, isTauri } from "@tauri-apps/api/core";

/** The only module that imports Tauri, for both pages. */

const page = [...crypto.getRandomValues(new Uint32Array(4))].map((it) => it.toString(16)).join("");
let asked = 0;

/**
 * Each command has a mark of its own. Where an answer does not reach the page, Tauri sends the command again by another way,
 * and the host must know that it was there (`src-tauri/src/commands/once.rs`).
 */
export function invokeOnce<Reply>(name: string, args: object): Promise<Reply> {
  asked += 1;
  return invoke<Reply>(name, { ...args }, { headers: { "portcullis-once": `${page}-${asked}` } });
}

/** Asks for what happens from now on. Looking changes nothing, and may happen twice. */
export function invokeAttach<Said, Reply>(name: string, hear: (said: Said) => void): Promise<Reply> {
  return invoke<Reply>(name, { channel: new Channel<Said>(hear).toJSON() });
}

export function inTauri(): boolean {
  return isTauri();
}
