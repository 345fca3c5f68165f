export { type PendingAttach, startAttach } from "./attach";
export { type Args, asProblem, type Command, type Platform, type ReplyOf } from "./platform";
