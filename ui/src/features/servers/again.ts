/**
 * A call that is to be made again: its arguments on their way from the protocol to the form of its tool. Nothing is
 * called by it; the form has a button of its own.
 */
import type { SentCall } from "../../bindings/host";
import { type Json, parseJson } from "../../json";
import { go } from "../../route";

interface Filled {
  server: string;
  call: SentCall;
  /** When it was sent before. */
  at: number;
}

let filled: Filled | null = null;

/** Opens the form of the tool with the arguments of a call. */
export function fillAgain(server: string, call: SentCall, at: number): void {
  filled = { server, call, at };
  go("servers", server, "tools", call.tool);
}

export interface Again {
  arguments: Json;
  hidden: boolean;
  at: number;
}

/** What the form of a tool is to be filled with, once. */
export function againFor(server: string, tool: string): Again | null {
  if (filled === null || filled.server !== server || filled.call.tool !== tool) return null;
  return { arguments: parseJson(filled.call.arguments), hidden: filled.call.hidden, at: filled.at };
}

/** It is filled in. */
export function filledAgain(): void {
  filled = null;
}
