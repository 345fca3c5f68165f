import type { JsonValue } from "../../bindings/host";

/** A typed number; nothing for an empty field, and the text itself where it is none that could be sent as it stands. */
export function parseNumber(text: string): JsonValue | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  const parsed = Number(trimmed);
  // What would not be sent as it was typed is no number here: nothing is rounded silently.
  if (/^-?\d+$/.test(trimmed) && !Number.isSafeInteger(parsed)) return text;
  // What is not a number is passed on as it is, and the host says so at this field.
  return Number.isFinite(parsed) && !/^0[xob]/i.test(trimmed) ? parsed : text;
}
