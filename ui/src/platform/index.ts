export { type Look, look } from "./look";
export { type Args, asProblem, type Command, type Platform, type ReplyOf } from "./platform";
