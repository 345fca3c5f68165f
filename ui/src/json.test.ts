import { describe, expect, it } from "vitest";
import { Inexact, parseJson, sameJson, writeJson } from "./json";

describe("JSON as it was written", () => {
  it.each([
    '{"id":9007199254740993}',
    '{"id":-9007199254740993,"of":[18446744073709551615,{"deep":12345678901234567890123}]}',
    "[9007199254740991,9007199254740992,0.1,1e+21]",
    '{"text":"9007199254740993","\\"int:1":"int:1","int:2":[9007199254740993]}',
    '{"__proto__":9007199254740993}',
    "9007199254740993",
  ])("comes out of the page as it went in: %s", (text) => {
    expect(writeJson(parseJson(text))).toBe(text);
  });

  it("holds usual numbers as numbers", () => {
    expect(parseJson('{"a":1,"b":1.50,"c":-2e3,"d":9007199254740991}')).toEqual({
      a: 1,
      b: 1.5,
      c: -2000,
      d: 9007199254740991,
    });
    expect(parseJson("9007199254740993")).toBe(9007199254740993n);
  });

  it.each(["0.12345678901234567891", "[123456789.123456789123]", '{"a":1e999999999999999}'])(
    "refuses what it could not keep, in words: %s",
    (text) => {
      expect(() => parseJson(text)).toThrow(Inexact);
      expect(() => parseJson(text)).toThrow(/has too many digits to send exactly/);
    },
  );

  it("refuses what is larger than any number the engine has", () => {
    expect(() => parseJson('{"a":1e400}')).toThrow(Inexact);
    expect(parseJson('{"a":1e100}')).toEqual({ a: 1e100 });
  });

  it("takes no text for a number, however it is written", () => {
    const text = '{"a":9007199254740993,"b":"\\u0069nt:5","c":"int:x","d":"_int:7"}';
    expect(parseJson(text)).toEqual({ a: 9007199254740993n, b: "int:5", c: "int:x", d: "_int:7" });
  });

  it("takes what only looks long", () => {
    expect(parseJson("[100.00000000000000000, 0.50000000000000000000]")).toEqual([100, 0.5]);
    expect(parseJson('["0.12345678901234567891"]')).toEqual(["0.12345678901234567891"]);
  });

  it("says what is not JSON about what was written", () => {
    expect(() => parseJson('{"a":9007199254740993')).toThrow(SyntaxError);
    expect(() => parseJson('{"a":09007199254740993}')).toThrow(SyntaxError);
  });

  it("indents, and is undefined for nothing", () => {
    expect(writeJson({ a: [9007199254740993n] }, 2)).toBe('{\n  "a": [\n    9007199254740993\n  ]\n}');
    expect(writeJson(undefined)).toBe("");
  });

  it("tells numbers apart that floating point cannot", () => {
    expect(sameJson(9007199254740993n, 9007199254740992n)).toBe(false);
    expect(sameJson({ a: 9007199254740993n }, { a: 9007199254740993n })).toBe(true);
  });

  it("is read in a time that grows with its length alone", () => {
    const text = `[${'9007199254740993,"a\\\\b",'.repeat(20_000)}1]`;
    expect(writeJson(parseJson(text))).toBe(text);
  });
});
