export { bytes, count, duration, many, type TimeStyle, time } from "./format";
export { shown, shownText } from "./shown";
export { callTone, callWord, claimWord, outcomeTone, phaseWord, type Tone, whereWord } from "./states";
