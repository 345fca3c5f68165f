/**
 * Where a part of a schema leads: references inside the schema, parts that are put together, and the idioms for “or
 * nothing”. Never outside the schema, never without end.
 */
import { type Json, sameJson } from "../../json";
import { isObject, type JsonObject, own, steps } from "./pointer";

const REFERENCES = 32;
/** Parts put together, on each of `NESTED` levels. */
const ALL_OF = 8;
const NESTED = 3;

/** Follows `$ref` inside the schema; `null` when it leaves it, leads nowhere or in a circle. */
export function resolve(schema: Json, root: Json): Json | null {
  let here = schema;
  for (let hop = 0; hop < REFERENCES; hop += 1) {
    if (!isObject(here)) return here;
    const reference = own(here, "$ref");
    if (reference === undefined) return here;
    if (typeof reference !== "string" || !reference.startsWith("#")) return null;
    const target = at(root, reference.slice(1));
    if (target === undefined) return null;
    const siblings = Object.entries(here).filter(([key]) => key !== "$ref");
    here =
      isObject(target) && siblings.length > 0
        ? Object.fromEntries([...Object.entries(target), ...siblings])
        : target;
  }
  return null;
}

function at(root: Json, fragment: string): Json | undefined {
  let pointer = fragment;
  try {
    pointer = decodeURIComponent(fragment);
  } catch {
    // Not percent-encoded; taken as it is.
  }
  if (pointer !== "" && !pointer.startsWith("/")) return undefined;
  let here: Json | undefined = root;
  for (const step of steps(pointer)) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isObject(here)) here = own(here, step);
    else return undefined;
  }
  return here;
}

/** Merges `allOf` into the schema that holds it, for the common idioms; `null` when two parts disagree. */
export function flatten(schema: JsonObject, root: Json, depth = 0): JsonObject | null {
  const parts = own(schema, "allOf");
  if (!Array.isArray(parts) || parts.length === 0) return schema;
  if (parts.length > ALL_OF || depth > NESTED) return null;
  const merged = new Map(Object.entries(schema).filter(([key]) => key !== "allOf"));
  for (const part of parts) {
    const resolved = resolve(part, root);
    if (!isObject(resolved)) return null;
    const flat = flatten(resolved, root, depth + 1);
    if (flat === null) return null;
    for (const [key, value] of Object.entries(flat)) {
      const before = merged.get(key);
      // A default that was taken away outside counts there, and is `undefined`.
      if (!merged.has(key)) merged.set(key, value);
      else if (key === "properties" && isObject(before) && isObject(value)) {
        merged.set(key, Object.fromEntries([...Object.entries(value), ...Object.entries(before)]));
      } else if (key === "required" && Array.isArray(before) && Array.isArray(value)) {
        merged.set(key, [...before, ...value]);
      } else if (["title", "description", "default", "examples", "$defs", "definitions"].includes(key)) {
        // The outer words win.
      } else if (!sameJson(before, value)) return null;
    }
  }
  return Object.fromEntries(merged);
}

/** Takes `null` out of `type: [T, "null"]`, `anyOf: [T, {type: "null"}]` and enums. */
export function withoutNull(schema: JsonObject, root: Json): { schema: JsonObject; nullable: boolean } {
  const type = own(schema, "type");
  if (Array.isArray(type) && type.includes("null")) {
    const rest = type.filter((name) => name !== "null");
    const choices = own(schema, "enum");
    const entries = new Map(Object.entries(schema));
    entries.set("type", rest.length === 1 && rest[0] !== undefined ? rest[0] : rest);
    if (Array.isArray(choices))
      entries.set(
        "enum",
        choices.filter((value) => value !== null),
      );
    return { schema: Object.fromEntries(entries), nullable: true };
  }
  if (own(schema, "nullable") === true) return { schema, nullable: true };
  for (const word of ["anyOf", "oneOf"]) {
    const variants = own(schema, word);
    if (!Array.isArray(variants)) continue;
    const rest = variants.filter((variant) => !isNull(resolve(variant, root)));
    if (rest.length === variants.length || rest.length === 0) continue;
    const entries = new Map(Object.entries(schema));
    if (rest.length > 1) {
      entries.set(word, rest);
      return { schema: Object.fromEntries(entries), nullable: true };
    }
    const only = resolve(rest[0] ?? null, root);
    if (!isObject(only)) continue;
    const flat = flatten(only, root);
    if (flat === null) continue;
    entries.delete(word);
    return { schema: Object.fromEntries([...Object.entries(flat), ...entries]), nullable: true };
  }
  return { schema, nullable: false };
}

function isNull(schema: Json | null): boolean {
  return (
    isObject(schema ?? undefined) &&
    (own(schema as JsonObject, "type") === "null" || own(schema as JsonObject, "const") === null)
  );
}
