import type { JsonValue } from "./bindings/host";
import { say } from "./l10n";

/**
 * JSON with whole numbers as they were written: one that a floating point number cannot hold is a `bigint`. What crosses
 * to the host and back so is text, because the engine rounds a number while it reads the message around it.
 */
export type Json = JsonValue | bigint | Json[] | { [key in string]: Json };

/** A number with more digits than can be sent exactly. Nothing is rounded silently. */
export class Inexact extends Error {}

/** Where there may be a number that the engine rounds, each is looked at; what has none is read by the engine alone. */
const LONG = /\d[\d.]{14}|[eE][+-]?\d{3}/;

/** A text of JSON, or a number outside of one. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** What stands before the digits of a whole number that is text on its way: nothing that this JSON holds has it. */
function markFor(value: Json | undefined): string {
  const text = JSON.stringify(value, (_, it) => (typeof it === "bigint" ? null : it)) ?? "";
  let mark = "int:";
  while (text.includes(mark)) {
    mark = `_${mark}`;
  }
  return mark;
}

/** Reads JSON with exactly the numbers that were written. Throws what `JSON.parse` throws, or `Inexact`. */
export function parseJson(text: string): Json {
  if (!LONG.test(text)) return JSON.parse(text) as Json;
  const rounded = JSON.parse(text) as Json;
  const mark = markFor(rounded);
  let large = false;
  const marked = text.replace(TOKEN, (token) => {
    if (token.startsWith('"') || isKept(token)) return token;
    if (!/^-?\d+$/.test(token)) {
      const number = token.length > 40 ? `${token.slice(0, 40)}…` : token;
      throw new Inexact(say("elements-inexact", { number }));
    }
    large = true;
    return `"${mark}${token}"`;
  });
  return large ? whole(JSON.parse(marked) as JsonValue, mark) : rounded;
}

/** Whether the engine holds this number as it is written. */
export function isKept(token: string): boolean {
  const value = Number(token);
  if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value);
  return Number.isFinite(value) && decimal(token) === decimal(String(value));
}

/** The digits of a number without zeros around them, and the power of ten of the last one. */
function decimal(number: string): string {
  const [, sign, before = "", after = "", exponent = "0"] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = before + after;
  const significant = digits.replace(/0+$/, "");
  const power = Number(exponent) - after.length + (digits.length - significant.length);
  const bare = significant.replace(/^0+/, "");
  return bare === "" ? "0" : `${sign}${bare}e${power}`;
}

/** Puts whole numbers in the place of what stands for them. In a loop: what a server sends may be deep. */
function whole(root: JsonValue, mark: string): Json {
  const top: { [key in string]: Json } = { root };
  const open: (Json[] | { [key in string]: Json })[] = [top];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const key of Object.keys(at)) {
      const value = Array.isArray(at) ? at[Number(key)] : at[key];
      if (typeof value === "string" && value.startsWith(mark)) {
        Object.defineProperty(at, key, { value: BigInt(value.slice(mark.length)) });
      } else if (typeof value === "object" && value !== null) {
        open.push(value);
      }
    }
  }
  return top.root as Json;
}

/** Writes JSON with exactly the numbers that it holds. */
export function writeJson(value: Json | undefined, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? "";
  } catch {
    // The engine refuses to write a `bigint`.
    return writeLarge(value, indent);
  }
}

function writeLarge(value: Json | undefined, indent?: number): string {
  const numbers: string[] = [];
  const mark = markFor(value);
  const text =
    JSON.stringify(
      value,
      (_, it: Json) => (typeof it === "bigint" ? `${mark}${numbers.push(`${it}`) - 1}` : it),
      indent,
    ) ?? "";
  return text.replaceAll(new RegExp(`"${mark}(\\d+)"`, "g"), (_, at) => numbers[Number(at)] ?? "");
}

/** Whether two values are the same JSON. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || writeJson(left) === writeJson(right);
}
