import { isKept, type Json } from "../../json";

/** A typed number; nothing for an empty field, and the text itself where it is none that could be sent as it stands. */
export function parseNumber(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  // Nothing is rounded silently: a large whole number stays as it was typed, and the host says whether it can be sent.
  if (/^-?\d+$/.test(trimmed) && !Number.isSafeInteger(Number(trimmed))) return BigInt(trimmed);
  // What is not a number, or has more digits than one, is passed on as it is, and the host says so at this field.
  return !/^[+-]?0[xob]/i.test(trimmed) && isKept(trimmed.replace(/^\+/, "")) ? Number(trimmed) : text;
}

/** One more or one less; nothing for what is no number. */
export function stepped(value: Json | undefined, by: 1 | -1): Json | undefined {
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    return parseNumber(String(BigInt(value as number | bigint) + BigInt(by)));
  }
  if (value === undefined) return by;
  if (typeof value !== "number") return undefined;
  // As many digits as there were: 0.7 less one is -0.3, not the binary number beside it.
  const [, fraction] = /^-?\d+\.(\d+)$/.exec(String(value)) ?? [];
  return fraction === undefined ? value + by : Number((value + by).toFixed(fraction.length));
}
