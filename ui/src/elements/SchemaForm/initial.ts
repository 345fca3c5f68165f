/**
 * What a form starts with: what the schema presets or fixes, and the containers of required parts. Everything else
 * stays out until the person sets it.
 */
import { type Json, sameJson } from "../../json";
import { isObject, type JsonObject, own } from "./pointer";
import { read, type SchemaReading, type Variant } from "./schema";

/** Required parts that contain themselves are followed this deep and no deeper. */
const DEPTH = 6;
/** And so many groups in all: fifty required parts that each contain fifty would be millions of fields. */
const GROUPS = 60;

/** The value of a part that was just added, or of a required one; `undefined` when only the person can say. */
export function initial(schema: Json, root: Json, depth = 0, budget = { left: GROUPS }): Json | undefined {
  const reading = read(schema, root);
  if (reading.preset !== undefined) return reading.preset;
  const { input } = reading;
  if (input.kind === "object" || input.kind === "list" || input.kind === "variants") {
    if (budget.left <= 0) return undefined;
    budget.left -= 1;
  }
  switch (input.kind) {
    case "fixed":
      return input.value;
    case "boolean":
      return false;
    case "object": {
      const entries: [string, Json][] = [];
      if (depth < DEPTH) {
        for (const property of input.properties) {
          const value = property.required
            ? initial(property.schema, root, depth + 1, budget)
            : preset(property.schema, root);
          if (value !== undefined) entries.push([property.name, value]);
        }
      }
      return Object.fromEntries(entries);
    }
    case "list": {
      if (depth >= DEPTH) return [];
      return input.prefix.map((part) => initial(part, root, depth + 1, budget) ?? null);
    }
    case "many":
      return [];
    case "variants": {
      const first = input.variants[0];
      return first === undefined || depth >= DEPTH
        ? undefined
        : initial(first.schema, root, depth + 1, budget);
    }
    default:
      return undefined;
  }
}

/** The preset of an optional part, if it has one. A preset `null` is the usual way to say “left out”. */
function preset(schema: Json, root: Json): Json | undefined {
  return read(schema, root).preset ?? undefined;
}

/** Something of the right kind for a new entry of a list, where a hole is not possible. */
export function blank(schema: Json, root: Json): Json {
  const value = initial(schema, root);
  if (value !== undefined) return value;
  const { input } = read(schema, root);
  if (input.kind === "choice") return input.options[0]?.value ?? null;
  if (input.kind === "text") return "";
  return input.kind === "number" ? 0 : null;
}

/** Which variant a value looks like: constants first, then the kind of value, then the first. */
export function variantOf(variants: Variant[], value: Json | undefined, root: Json): number {
  if (value === undefined) return 0;
  let best = 0;
  let score = -1;
  variants.forEach((variant, index) => {
    const points = likeness(read(variant.schema, root), value, root);
    if (points > score) {
      score = points;
      best = index;
    }
  });
  return best;
}

function likeness(reading: SchemaReading, value: Json, root: Json): number {
  const { input } = reading;
  switch (input.kind) {
    case "fixed":
      return sameJson(input.value, value) ? 3 : -1;
    case "choice":
      return input.options.some((option) => sameJson(option.value, value)) ? 3 : -1;
    case "text":
      return typeof value === "string" ? 2 : -1;
    case "number":
      return typeof value === "bigint" ||
        (typeof value === "number" && (!input.integer || Number.isInteger(value)))
        ? input.integer
          ? 3
          : 2
        : -1;
    case "boolean":
      return typeof value === "boolean" ? 2 : -1;
    case "many":
    case "list":
      return Array.isArray(value) ? 2 : -1;
    case "object":
      return isObject(value) ? 2 + objectLikeness(input.properties, value, root) : -1;
    default:
      return 0;
  }
}

function objectLikeness(
  properties: { name: string; schema: Json; required: boolean }[],
  value: JsonObject,
  root: Json,
): number {
  let points = 0;
  for (const property of properties) {
    const part = own(value, property.name);
    if (part === undefined) {
      if (property.required) points -= 1;
      continue;
    }
    const { input } = read(property.schema, root);
    if (input.kind === "fixed") points += sameJson(input.value, part) ? 10 : -10;
    else points += 1;
  }
  return points;
}
