export { escapedText, escapeInvisible } from "./escape";
export { ago, bytes, count, countdown, dollars, duration, type TimeStyle, time } from "./format";
export { hostAddress, hostName } from "./host";
export { registrationWord, scopeWords } from "./signIn";
export {
  audienceWord,
  callLook,
  claimWord,
  definitionTone,
  definitionWord,
  flowWord,
  LOG_LEVELS,
  levelWord,
  outcomeTone,
  phaseWord,
  quoteWord,
  roleWord,
  type Tone,
  taskWord,
  transportWord,
  unansweredEnd,
  whereWord,
} from "./states";
