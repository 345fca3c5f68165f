/**
 * JSON pointers (RFC 6901) and changes at them, without ever touching a prototype: every name here comes from a
 * server, and one may be called `__proto__`. Reads ask for own properties only, writes define own properties.
 */
import type { Json } from "../../json";

export type JsonObject = { [key in string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The pointer of a child: `join("/a", "b/c")` is `/a/b~1c`. */
export function join(parent: string, child: string | number): string {
  return `${parent}/${String(child).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The steps of a pointer; none for the whole. */
export function steps(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An own property, or nothing. */
export function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A copy with one property set, in its place when it was there already. */
export function withProperty(object: JsonObject, name: string, value: Json): JsonObject {
  const entries = Object.entries(object).map(([key, old]): [string, Json] => [
    key,
    key === name ? value : old,
  ]);
  if (!Object.hasOwn(object, name)) entries.push([name, value]);
  return Object.fromEntries(entries);
}

/** A copy without one property. */
export function withoutProperty(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** A copy with one property called differently, in the same place. */
export function renameProperty(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key === from ? to : key, value]));
}
