import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../bindings/host";
import { cpuTime } from "../../test/cpu";
import { initial, variantOf } from "./initial";
import { join, own, steps, withProperty } from "./pointer";
import { read } from "./schema";

const kind = (schema: JsonValue, root: JsonValue = schema) => read(schema, root).input.kind;

describe("a schema is read as an input", () => {
  it.each<[string, JsonValue, string]>([
    ["a text", { type: "string" }, "text"],
    ["a whole number", { type: "integer" }, "number"],
    ["a yes or no", { type: "boolean" }, "boolean"],
    ["an enum", { enum: ["a", 1, null] }, "choice"],
    ["oneOf of constants with titles", { oneOf: [{ const: 1, title: "Low" }] }, "choice"],
    ["anyOf of constants", { anyOf: [{ const: "a" }, { const: "b" }] }, "choice"],
    ["a list", { type: "array", items: { type: "number" } }, "list"],
    ["a list of an enum", { type: "array", items: { enum: ["a", "b"] } }, "many"],
    ["draft-07 tuples", { type: "array", items: [{ type: "string" }] }, "list"],
    ["an object without a type", { properties: { a: {} } }, "object"],
    ["variants", { oneOf: [{ type: "string" }, { type: "object" }] }, "variants"],
    ["several types", { type: ["string", "number"] }, "variants"],
    ["a constant", { const: "fixed" }, "fixed"],
    ["anything", {}, "raw"],
    ["nothing", false, "raw"],
    ["an unknown type", { type: "decimal" }, "raw"],
    ["a reference outside", { $ref: "https://example.org/schema.json" }, "raw"],
    ["a reference to nowhere", { $ref: "#/$defs/missing" }, "raw"],
  ])("%s", (_, schema, wanted) => {
    expect(kind(schema)).toBe(wanted);
  });

  // Proves S-41.
  it("writes out what is hidden in the names of variants", () => {
    const variants: JsonValue[] = [
      { type: "object", properties: { kind: { const: "a\u202eb" } } },
      { type: "object", properties: { "c\u200bd": {}, e: {} } },
    ];
    const { input } = read({ oneOf: variants }, {});
    const labels = input.kind === "variants" ? input.variants.map((it) => it.label) : [];
    expect(labels).toEqual(["a⟨U+202E⟩b", "c⟨U+200B⟩d, e"]);
  });

  it("takes null out of all three idioms", () => {
    for (const schema of [
      { type: ["string", "null"] },
      { anyOf: [{ type: "string" }, { type: "null" }] },
      { oneOf: [{ type: "null" }, { $ref: "#/$defs/s" }], $defs: { s: { type: "string" } } },
    ] as JsonValue[]) {
      const reading = read(schema, schema);
      expect(reading.nullable).toBe(true);
      expect(reading.input.kind).toBe("text");
    }
  });

  it("merges allOf and keeps what stands beside a reference", () => {
    const root: JsonValue = {
      $defs: { base: { type: "object", properties: { a: { type: "string" } }, required: ["a"] } },
    };
    const part: JsonValue = {
      description: "both",
      allOf: [{ $ref: "#/$defs/base" }, { properties: { b: { type: "number" } }, required: ["b"] }],
    };
    const reading = read(part, root);
    expect(reading.description).toBe("both");
    expect(reading.input).toMatchObject({ kind: "object" });
    if (reading.input.kind !== "object") throw new Error("not an object");
    expect(reading.input.properties.map((it) => [it.name, it.required])).toEqual([
      ["b", true],
      ["a", true],
    ]);
  });

  it.each<[JsonValue, string]>([
    [{ minimum: 0 }, "At least 0."],
    [{ exclusiveMinimum: 0 }, "More than 0."],
    [{ exclusiveMaximum: 1.5 }, "Less than 1.5."],
    [{ minimum: 1, maximum: 10 }, "1 to 10."],
    [{ minimum: 3, maximum: 3 }, "Exactly 3."],
    [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, "More than 0 and less than 1."],
    [{ exclusiveMinimum: 0, maximum: 1 }, "More than 0 and at most 1."],
    [{ minimum: 0, exclusiveMaximum: 1 }, "At least 0 and less than 1."],
    [{ minimum: 5, exclusiveMinimum: 0 }, "At least 5."],
    [{ maximum: 9, exclusiveMaximum: 9 }, "Less than 9."],
  ])("says whether the limit %j is allowed itself", (limits, words) => {
    const schema = { type: "number", ...(limits as object) } as JsonValue;
    expect(read(schema, schema).hint).toBe(words);
  });

  it("does not turn conditions into variants", () => {
    const schema: JsonValue = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "string" } },
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
    };
    expect(kind(schema)).toBe("object");
  });
});

describe("a hostile schema", () => {
  it("that refers to itself ends", () => {
    const loop: JsonValue = {
      $ref: "#/$defs/a",
      $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } },
    };
    expect(kind(loop)).toBe("raw");
    const whole: JsonValue = { type: "object", required: ["again"], properties: { again: { $ref: "#" } } };
    expect(JSON.stringify(initial(whole, whole)).length).toBeLessThan(200);
    const inAllOf: JsonValue = { allOf: [{ $ref: "#" }] };
    expect(kind(inAllOf)).toBe("raw");
    const inVariants: JsonValue = { anyOf: [{ $ref: "#" }, { $ref: "#" }], type: "object" };
    expect(() => initial(inVariants, inVariants)).not.toThrow();
  });

  it("that multiplies by containing itself fifty times over is soon given up on", () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
    const wide: JsonValue = {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, { $ref: "#" }])),
    };
    const started = cpuTime();
    expect(JSON.stringify(initial(wide, wide)).length).toBeLessThan(100_000);
    const tuple: JsonValue = { type: "array", prefixItems: names.map(() => ({ $ref: "#" })) };
    expect(JSON.stringify(initial(tuple, tuple)).length).toBeLessThan(100_000);
    const both: JsonValue = { allOf: Array.from({ length: 8 }, () => ({ $ref: "#" })) };
    expect(kind(both)).toBe("raw");
    expect(cpuTime() - started).toBeLessThan(2_000);
  });

  it("with a property called __proto__ touches no prototype", () => {
    const schema = JSON.parse(
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"string"}}}',
    ) as JsonValue;
    const value = initial(schema, schema) as Record<string, JsonValue>;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(own(value, "constructor")).toBeUndefined();
    const next = withProperty({}, "__proto__", { polluted: true });
    expect(JSON.stringify(next)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe("a form starts", () => {
  it("with what is preset, fixed or required, and nothing else", () => {
    const schema: JsonValue = {
      type: "object",
      required: ["kind", "inner", "name"],
      properties: {
        kind: { const: "x" },
        inner: { type: "object", properties: { depth: { default: 3 }, other: { type: "string" } } },
        name: { type: "string" },
        dry: { type: "boolean", default: true },
        note: { type: "string" },
        maybe: { type: ["string", "null"], default: null },
      },
    };
    expect(initial(schema, schema)).toEqual({ kind: "x", inner: { depth: 3 }, dry: true });
  });

  it("and finds the variant of a value by its constant", () => {
    const variants = ["pattern", "age"].map((name) => ({
      label: name,
      schema: {
        type: "object",
        properties: { kind: { const: name }, [name]: { type: "string" } },
      } as JsonValue,
    }));
    expect(variantOf(variants, { kind: "age" }, {})).toBe(1);
    expect(variantOf(variants, undefined, {})).toBe(0);
  });
});

it("pointers are escaped and read back", () => {
  expect(join("/a", "b/c~d")).toBe("/a/b~1c~0d");
  expect(steps("/a/b~1c~0d")).toEqual(["a", "b/c~d"]);
});
