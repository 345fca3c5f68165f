import { type Json, writeJson } from "../../json";
import { shownText } from "../../words";

export { shownText };

/** A value on one line, with invisible characters written out. */
export function shownJson(value: Json): string {
  return shownText(typeof value === "string" ? value : writeJson(value));
}
