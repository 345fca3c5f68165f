import type { JsonValue } from "../../bindings/host";
import { shownText } from "../../words";

export { shownText };

/** A value on one line, with invisible characters written out. */
export function shownJson(value: JsonValue): string {
  return shownText(typeof value === "string" ? value : JSON.stringify(value));
}
