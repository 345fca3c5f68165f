export { escapedText, escapeInvisible } from "./escape";
export { bytes, count, dollars, duration, many, type TimeStyle, time } from "./format";
export {
  audienceWord,
  callTone,
  callWord,
  claimWord,
  flowWord,
  levelWord,
  outcomeTone,
  phaseWord,
  quoteWord,
  roleWord,
  type Tone,
  taskWord,
  transportWord,
  whereWord,
} from "./states";
