import { type Json, writeJson } from "../../json";
import { escapedText } from "../../words";

export { escapedText };

/** A value on one line, with invisible characters written out. */
export function escapedJson(value: Json): string {
  return escapedText(typeof value === "string" ? value : writeJson(value));
}
