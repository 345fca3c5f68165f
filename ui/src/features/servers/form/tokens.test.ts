import { describe, expect, it } from "vitest";
import { draftOf } from "../../../platform/fakeHost/make";
import { EMPTY, fieldOf, fromDraft, LIMITS, newRow, problemsOf, toDraft } from "./draft";
import { secretName } from "./secrets";
import { commandLine, readArguments, shellWords, splitLine, writeArguments } from "./tokens";

describe("a line is split as a person means it", () => {
  it.each<[string, string[]]>([
    ["-y  @scope/server", ["-y", "@scope/server"]],
    [`--name "two words" 'and "more"'`, ["--name", "two words", 'and "more"']],
    [`--empty "" end`, ["--empty", "", "end"]],
    ["C:\\Users\\ada\\server.exe --flag", ["C:\\Users\\ada\\server.exe", "--flag"]],
    [`a\\ b "c\\"d" '\\n'`, ["a b", 'c"d', "\\n"]],
    ["$HOME | rm -rf ~", ["$HOME", "|", "rm", "-rf", "~"]],
    ["  ", []],
  ])("%s", (line, tokens) => {
    expect(splitLine(line)).toEqual({ tokens, open: false });
  });

  it("and an open quote is said", () => {
    expect(splitLine('a "b').open).toBe(true);
  });
});

describe("the field Arguments", () => {
  it("is one argument per line as soon as there are two lines", () => {
    expect(readArguments("-y\ntwo words\n\n").tokens).toEqual(["-y", "two words"]);
    expect(readArguments("-y two").tokens).toEqual(["-y", "two"]);
  });

  it.each([
    [["-y", "a b"]],
    [["two words"]],
    [['say "hi"']],
    [["", "x"]],
    [["a\nb", "c"]],
    [[" lead", "x"]],
    [["C:\\x"]],
    [["[1]"]],
    [['["a",', '"b"]']],
    [[]],
  ])("reads back what it wrote: %j", (tokens) => {
    expect(readArguments(writeArguments(tokens)).tokens).toEqual(tokens);
  });

  it("names what only a shell would understand", () => {
    expect(shellWords(["a", "|", "$HOME", "~/x", "`id`", "$(id)", "&&", "a~b"])).toEqual([
      "|",
      "$HOME",
      "~/x",
      "`id`",
      "$(id)",
      "&&",
    ]);
  });
});

describe("a pasted command line", () => {
  it("becomes a program and its arguments", () => {
    expect(commandLine("npx -y @modelcontextprotocol/server-everything")).toEqual({
      program: "npx",
      arguments: ["-y", "@modelcontextprotocol/server-everything"],
      environment: [],
    });
    expect(commandLine("API_KEY=abc LEVEL='a b' uvx server")).toEqual({
      program: "uvx",
      arguments: ["server"],
      environment: [
        { name: "API_KEY", value: "abc" },
        { name: "LEVEL", value: "a b" },
      ],
    });
    expect(commandLine("npx")).toBeNull();
  });
});

describe("the form", () => {
  it("says what is missing by field", () => {
    expect(problemsOf(EMPTY)).toEqual({ label: expect.any(String), command: expect.any(String) });
    const address = { ...EMPTY, label: "x", by: "address" as const };
    for (const url of [
      "",
      "example.com",
      "ftp://example.com",
      "javascript:alert(1)",
      "https://user:pass@example.com",
    ]) {
      expect(problemsOf({ ...address, url }).address, url).toBeTruthy();
    }
    expect(problemsOf({ ...address, url: "http://localhost:3000/mcp" })).toEqual({});
    const twice = {
      ...EMPTY,
      label: "x",
      program: "y",
      environment: [newRow({ name: "A" }), newRow({ name: "A" })],
    };
    expect(problemsOf(twice).environment).toMatch(/twice/);
  });

  it("keeps a stored secret by sending none", () => {
    const draft = draftOf(
      "x",
      { kind: "address", url: "https://x.example" },
      { headers: [{ name: "Authorization", value: null, secret: true }], limits: LIMITS, start: "needed" },
    );
    expect(toDraft(fromDraft(draft))).toEqual(draft);
  });

  it("puts a refusal at its field by its code", () => {
    expect(fieldOf("server.label_taken", "command")).toBe("label");
    expect(fieldOf("launch.not_found", "command")).toBe("command");
    expect(fieldOf("launch.hidden_hook", "command")).toBe("environment");
    expect(fieldOf("network.tls", "address")).toBe("address");
    expect(fieldOf("vault.locked", "command")).toBeNull();
  });
});

it("knows the usual names of secrets", () => {
  for (const name of ["API_KEY", "GITHUB_TOKEN", "Authorization", "db-password", "PAT"])
    expect(secretName(name), name).toBe(true);
  for (const name of ["PATH", "KEYBOARD", "LOG_LEVEL", "MONKEY"]) expect(secretName(name), name).toBe(false);
});
