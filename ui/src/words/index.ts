export { bytes, count, duration, many, type TimeStyle, time } from "./format";
export { shownText } from "./shown";
export { callTone, callWord, claimWord, outcomeTone, phaseWord, type Tone, whereWord } from "./states";
