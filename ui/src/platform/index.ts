export { type PendingAttach, startAttach } from "./attach";
export type { Args, Command, Platform, ReplyOf } from "./platform";
export { asProblem } from "./problem";
