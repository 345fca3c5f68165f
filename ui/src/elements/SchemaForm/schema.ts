/**
 * Reads a JSON Schema as a form: which kind of input a part of it calls for. Schemas are hostile input, so nothing
 * here checks values (the host does), compiles anything, or follows a reference outside the schema; what has no
 * input of its own becomes a raw JSON field with the reason.
 */
import type { Json } from "../../json";
import { say } from "../../l10n";
import { escapedText } from "../inputs/escape";
import { range } from "../inputs/range";
import { isObject, type JsonObject, own } from "./pointer";
import { flatten, resolve, withoutNull } from "./references";

/** One choice of an `enum`, or of a `oneOf` made of constants with titles. */
export interface Option {
  value: Json;
  /** From the schema, escaped by the host; `null` when the value itself is the label. */
  title: string | null;
  description: string | null;
}

export interface Property {
  name: string;
  schema: Json;
  required: boolean;
}

export interface Variant {
  /** As a person may see it. */
  label: string;
  schema: Json;
}

/** Why a part of a schema has no input of its own: its reference leads nowhere, it accepts nothing, or it combines schemas. */
export type Reason = "reference" | "nothing" | "combined";

/** The input that a schema calls for. */
export type InputKind =
  | { kind: "text"; format: string | null; long: boolean }
  | { kind: "number"; integer: boolean }
  | { kind: "boolean" }
  | { kind: "fixed"; value: Json }
  | { kind: "choice"; options: Option[] }
  | { kind: "many"; options: Option[] }
  | { kind: "list"; prefix: Json[]; items: Json | null; least: number; most: number | null }
  | { kind: "object"; properties: Property[]; others: Json | null }
  | { kind: "variants"; variants: Variant[] }
  | { kind: "raw"; reason: Reason | null };

/** A part of a schema, read. */
export interface SchemaReading {
  input: InputKind;
  /** Texts of the schema; the host escaped them. */
  title: string | null;
  description: string | null;
  /** Bounds in words, such as `1 to 10.`. */
  hint: string | null;
  nullable: boolean;
  preset: Json | undefined;
}

/** What input a part of the schema calls for. */
export function read(part: Json, root: Json): SchemaReading {
  const resolved = resolve(part, root);
  if (resolved === null) return plain({ kind: "raw", reason: "reference" });
  if (!isObject(resolved)) return plain({ kind: "raw", reason: resolved === false ? "nothing" : null });
  const schema = flatten(resolved, root);
  if (schema === null) return plain({ kind: "raw", reason: "combined" });
  const { schema: inner, nullable } = withoutNull(schema, root);
  const input = kindOf(inner, root);
  return {
    input,
    title: text(schema, "title"),
    description: text(schema, "description"),
    hint: hintOf(inner, input),
    nullable,
    preset: own(schema, "default"),
  };
}

function plain(input: InputKind): SchemaReading {
  return { input, title: null, description: null, hint: null, nullable: false, preset: undefined };
}

function kindOf(schema: JsonObject, root: Json): InputKind {
  const fixed = own(schema, "const");
  if (fixed !== undefined) return { kind: "fixed", value: fixed };
  const options = optionsOf(schema, root);
  if (options !== null) return { kind: "choice", options };
  const variants = variantsOf(schema, root);
  if (variants !== null) return { kind: "variants", variants };
  const type = own(schema, "type");
  if (Array.isArray(type))
    return {
      kind: "variants",
      variants: type.map((name) => ({ label: typeWord(name), schema: retyped(schema, name) })),
    };
  switch (type ?? guess(schema)) {
    case "string":
      return { kind: "text", format: text(schema, "format"), long: isLong(schema) };
    case "integer":
      return { kind: "number", integer: true };
    case "number":
      return { kind: "number", integer: false };
    case "boolean":
      return { kind: "boolean" };
    case "null":
      return { kind: "fixed", value: null };
    case "array":
      return listOf(schema, root);
    case "object":
      return objectOf(schema);
    default:
      return { kind: "raw", reason: null };
  }
}

function guess(schema: JsonObject): string | null {
  if (Object.hasOwn(schema, "properties") || Object.hasOwn(schema, "additionalProperties")) return "object";
  if (Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")) return "array";
  if (
    Object.hasOwn(schema, "minLength") ||
    Object.hasOwn(schema, "maxLength") ||
    Object.hasOwn(schema, "pattern")
  )
    return "string";
  if (Object.hasOwn(schema, "minimum") || Object.hasOwn(schema, "maximum")) return "number";
  return null;
}

function retyped(schema: JsonObject, type: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .map(([key, value]) => [key, key === "type" ? type : value])
      .filter(([key]) => key !== "title" && key !== "description"),
  ) as JsonObject;
}

function optionsOf(schema: JsonObject, root: Json): Option[] | null {
  const values = own(schema, "enum");
  if (Array.isArray(values) && values.length > 0) {
    const names = own(schema, "enumNames");
    return values.map((value, index) => {
      const title = Array.isArray(names) ? names[index] : undefined;
      return { value, title: typeof title === "string" ? title : null, description: null };
    });
  }
  for (const word of ["oneOf", "anyOf"]) {
    const variants = own(schema, word);
    if (!Array.isArray(variants) || variants.length === 0) continue;
    const options = variants.map((variant): Option | null => {
      const resolved = resolve(variant, root);
      const value = isObject(resolved ?? undefined) ? own(resolved as JsonObject, "const") : undefined;
      if (value === undefined) return null;
      return {
        value,
        title: text(resolved as JsonObject, "title"),
        description: text(resolved as JsonObject, "description"),
      };
    });
    if (options.every((option) => option !== null)) return options;
  }
  return null;
}

/** The variants of `oneOf` or `anyOf`, each with what stands beside it; `null` when they only add conditions. */
function variantsOf(schema: JsonObject, root: Json): Variant[] | null {
  for (const word of ["oneOf", "anyOf"]) {
    const variants = own(schema, word);
    if (!Array.isArray(variants) || variants.length === 0) continue;
    const resolved = variants.map((variant) => resolve(variant, root));
    const shapes = resolved.some(
      (variant) =>
        isObject(variant ?? undefined) &&
        ["type", "properties", "items", "enum", "const", "oneOf", "anyOf", "allOf"].some((key) =>
          Object.hasOwn(variant as JsonObject, key),
        ),
    );
    if (!shapes) continue;
    const base = Object.entries(schema).filter(
      ([key]) => key !== word && key !== "title" && key !== "description" && key !== "default",
    );
    return variants.map((variant, index) => {
      const shape = resolved[index] ?? null;
      return {
        label: variantLabel(shape, index),
        // `allOf` keeps references lazy: a variant that refers to its parent is only read when it is chosen.
        schema:
          base.length === 0 ? variant : Object.fromEntries([["allOf", [Object.fromEntries(base), variant]]]),
      };
    });
  }
  return null;
}

function variantLabel(schema: Json | null, index: number): string {
  if (!isObject(schema ?? undefined)) return say("elements-form-variant", { place: index + 1 });
  const object = schema as JsonObject;
  const title = text(object, "title");
  if (title !== null) return title;
  const properties = own(object, "properties");
  if (isObject(properties)) {
    for (const property of Object.values(properties)) {
      const value = isObject(property) ? own(property, "const") : undefined;
      if (typeof value === "string") return escapedText(value);
    }
    const names = Object.keys(properties);
    if (names.length > 0) return escapedText(names.slice(0, 3).join(", "));
  }
  const type = own(object, "type");
  return typeof type === "string" ? typeWord(type) : say("elements-form-variant", { place: index + 1 });
}

function typeWord(type: Json): string {
  switch (type) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "array":
    case "object":
    case "null":
      return say(`elements-form-kind-${type}`);
    default:
      return "JSON";
  }
}

function listOf(schema: JsonObject, root: Json): InputKind {
  const items = own(schema, "items");
  const prefix = own(schema, "prefixItems") ?? (Array.isArray(items) ? items : undefined);
  const rest = Array.isArray(items) ? own(schema, "additionalItems") : items;
  if (prefix === undefined && rest !== undefined && own(schema, "uniqueItems") !== false) {
    const resolved = resolve(rest, root);
    const options = isObject(resolved ?? undefined) ? optionsOf(resolved as JsonObject, root) : null;
    if (options?.every((option) => typeof option.value === "string")) return { kind: "many", options };
  }
  return {
    kind: "list",
    prefix: Array.isArray(prefix) ? prefix : [],
    items: rest === false ? null : (rest ?? true),
    least: count(schema, "minItems") ?? 0,
    most: count(schema, "maxItems"),
  };
}

function objectOf(schema: JsonObject): InputKind {
  const properties = own(schema, "properties");
  const needed = own(schema, "required");
  const required = new Set(Array.isArray(needed) ? needed : []);
  const listed = isObject(properties)
    ? Object.entries(properties).map(([name, part]) => ({ name, schema: part, required: required.has(name) }))
    : [];
  for (const name of required) {
    if (typeof name === "string" && !listed.some((property) => property.name === name))
      listed.push({ name, schema: true, required: true });
  }
  const others = own(schema, "additionalProperties");
  const open = others === undefined ? listed.length === 0 : others !== false;
  return { kind: "object", properties: listed, others: open ? (others ?? true) : null };
}

function isLong(schema: JsonObject): boolean {
  const most = count(schema, "maxLength");
  return (
    own(schema, "format") === "textarea" ||
    own(schema, "contentMediaType") !== undefined ||
    (most !== null && most > 200)
  );
}

function hintOf(schema: JsonObject, input: InputKind): string | null {
  if (input.kind === "number") return numbersOf(schema);
  if (input.kind === "text")
    return range(count(schema, "minLength"), count(schema, "maxLength"), "characters");
  if (input.kind === "list" || input.kind === "many")
    return range(count(schema, "minItems"), count(schema, "maxItems"), "items");
  return null;
}

/** Between which numbers a value is. Where a schema has both limits of an end, the one that leaves less counts. */
function numbersOf(schema: JsonObject): string | null {
  const [least, more] = [number(schema, "minimum"), number(schema, "exclusiveMinimum")];
  const [most, less] = [number(schema, "maximum"), number(schema, "exclusiveMaximum")];
  const above = more !== null && (least === null || more >= least);
  const below = less !== null && (most === null || less <= most);
  return range(above ? more : least, below ? less : most, undefined, { above, below });
}

function text(schema: JsonObject, key: string): string | null {
  const value = own(schema, key);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

function number(schema: JsonObject, key: string): number | bigint | null {
  const value = own(schema, key);
  return typeof value === "number" || typeof value === "bigint" ? value : null;
}

function count(schema: JsonObject, key: string): number | null {
  const value = own(schema, key);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
}
