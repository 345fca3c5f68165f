import { expect, it } from "vitest";
import { tokenAt } from "./token";

const at = (text: string) => {
  const caret = text.indexOf("|");
  const found = tokenAt(text.replace("|", ""), caret);
  return found === null ? null : `${found.kind} ${found.query}`;
};

it("a list is asked for by / at the beginning and by @ at the beginning of a word", () => {
  expect(at("/|")).toBe("prompt ");
  expect(at("/rev|iew")).toBe("prompt rev");
  expect(at("look at @2.4|")).toBe("resource 2.4");
  expect(at("one\n@|")).toBe("resource ");
});

it("a path, an address of mail and what is behind a space ask for nothing", () => {
  expect(at("see /etc/hosts|")).toBeNull();
  expect(at("/etc/hosts is broken|")).toBeNull();
  expect(at("ada@example.org|")).toBeNull();
  expect(at("@ada and|")).toBeNull();
});
