import { type Message, parse, Visitor } from "@fluent/syntax";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";

const files = (all: Record<string, unknown>) => Object.entries(all as Record<string, string>);
const english = files(import.meta.glob("./en/*.ftl", { query: "?raw", import: "default", eager: true }));
const chinese = files(import.meta.glob("./zh-CN/*.ftl", { query: "?raw", import: "default", eager: true }));
const sources = files(
  import.meta.glob(
    [
      "../**/*.{ts,tsx}",
      "!../**/*.test.*",
      "!../{bindings,test}/**",
      "!../platform/fakeHost/**",
      // They write and read the syntax of diagrams, and say nothing.
      "!../diagrams/**",
      "!./messages.ts",
    ],
    { query: "?raw", import: "default", eager: true },
  ),
);

/** What a message needs to be said: its arguments and tags, each once. */
function needs(message: Message): string {
  const found = new Set<string>();
  class Reader extends Visitor {
    override visitVariableReference(node: { id: { name: string } }) {
      found.add(`$${node.id.name}`);
    }
    override visitTextElement(node: { value: string }) {
      for (const [tag] of node.value.matchAll(/<\/?\w+>/g)) {
        found.add(tag);
      }
    }
  }
  new Reader().visit(message);
  return [...found].sort().join(" ");
}

/** The messages of the files: what they need, by their ids; a message whose text is nothing but a name has to be one. */
function messages(
  all: [file: string, text: string][],
): Map<string, { file: string; needs: string; text: string }> {
  const found = new Map<string, { file: string; needs: string; text: string }>();
  for (const [path, text] of all) {
    const file = path.split("/").at(-1)?.replace(".ftl", "") ?? "";
    for (const entry of parse(text, {}).body) {
      if (entry.type === "Junk") {
        throw new Error(`${path} cannot be parsed: ${entry.content}`);
      }
      if (entry.type === "Message" && entry.value) {
        expect(found.has(entry.id.name), `${entry.id.name} is there once`).toBe(false);
        const { start = 0, end = 0 } = entry.value.span ?? {};
        found.set(entry.id.name, { file, needs: needs(entry), text: text.slice(start, end) });
      }
    }
  }
  return found;
}

const inEnglish = messages(english);
const inChinese = messages(chinese);

describe("the catalogues", () => {
  it("have the same messages in both languages, with the same arguments and tags", () => {
    const of = (all: typeof inEnglish) => [...all].map(([id, it]) => `${it.file} ${id} ${it.needs}`).sort();
    expect(of(inChinese)).toEqual(of(inEnglish));
  });

  it("name each message after its file, so that it is found", () => {
    const strangers = [...inEnglish].filter(([id, { file }]) => !id.startsWith(`${file}-`)).map(([id]) => id);
    expect(strangers).toEqual([]);
  });

  it("have no message that is never said", () => {
    const code = sources.map(([, source]) => source).join("\n");
    const literals = new Set([...code.matchAll(/["'`]([a-z]+-[\w-]+)["'`]/g)].map(([, id = ""]) => id));
    const templates = [...code.matchAll(/`([a-z]+-[^`\s]*\$\{[^`\s]*)`/g)].map(
      ([, id = ""]) => new RegExp(`^${id.replaceAll(/\$\{[^}]*\}/g, "[\\w-]+")}$`),
    );
    const unsaid = [...inEnglish.keys()].filter(
      (id) => !literals.has(id) && !templates.some((template) => template.test(id)),
    );
    expect(unsaid).toEqual([]);
  });

  it("have Chinese where they say something, and no English sentence in it", () => {
    const letters = (text: string) => text.replaceAll(/\{[^}]*\}|<\/?\w+>/g, "");
    const wrong = [...inChinese]
      .filter(([, { text }]) => /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(letters(text)))
      .map(([id, { text }]) => `${id} = ${text}`);
    expect(wrong).toEqual([]);
  });
});

/** What a native writer would not say, and what is said instead (docs/style.md). */
const AVOIDED: [RegExp, string][] = [
  [/\bwho(so)?ever\b/i, "name who it is"],
  [/\banew\b/i, "again"],
  [/\bbeside\b/i, "next to"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\bstands?\b/i, "is, is shown"],
  [/\bnobody\b/i, "say who does what"],
  [/\bis none\b/i, "say what is missing"],
  [/\bwhat came\b/i, "result"],
  [/\bwords of\b/i, "model access, text"],
  [/\bby (itself|themselves)\b/i, "automatically"],
  [/\bgo(es)? on\b/i, "continue"],
  [/\bof late\b/i, "recently"],
  [/\bin vain\b/i, "say what failed"],
  [/\bput down\b/i, "save"],
  [/\bfor good\b/i, "permanently"],
  [/\bstrangers?\b/i, "untrusted content"],
  [/\bway out\b/i, "external communication"],
  [/\bdearest|ablest\b/i, "most expensive, most capable"],
  [/^What\b(?![^?]*\?)/, "no sentence begins with what"],
];

describe("the English", () => {
  it.each(AVOIDED)("does not say %s", (avoided) => {
    const wrong = [...inEnglish]
      .filter(([, { text }]) => avoided.test(text))
      .map(([id, { text }]) => `${id} = ${text}`);
    expect(wrong).toEqual([]);
  });

  // Proves S-45.
  it("never says safe, verified or oops", () => {
    const wrong = [...inEnglish]
      .filter(([, { text }]) => /\b(safe|verified|oops)\b/i.test(text))
      .map(([id]) => id);
    expect(wrong).toEqual([]);
  });
});

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Names of keys, of the keyboard's events and of what a program compares with. */
const KEYS =
  /^(Enter|Escape|Tab|Home|End|Backspace|Delete|Page(Up|Down)|Arrow(Up|Down|Left|Right)|Control|Shift|Alt|Meta|Unidentified)$/;

/** What a header of HTTP is called, and how a token stands in it. */
const HTTP = /^(Authorization|Bearer …)$/;

/** Whether a text in the code reads like something for a person. */
function reads(text: string): boolean {
  return (
    !KEYS.test(text) &&
    !HTTP.test(text) &&
    !/^[a-z]+(, [a-z]+)*$/.test(text) &&
    (/^\P{L}*\p{Lu}\p{Ll}+/u.test(text) || /\p{L}{2,}[,.:;]? \p{L}/u.test(text))
  );
}

/** Attributes of markup that hold no sentence. */
const NAMES = /^(className|d|viewBox|key|style|rel|points|transform|strokeLinecap|classNames)$/;

/** Sentences in the code. */
function sentences(source: string, file: string): string[] {
  const found: string[] = [];
  const line = (node: Node) => source.slice(0, node.start).split("\n").length;
  const tell = (node: Node, text: string) => found.push(`${file}:${line(node)}: ${text.trim()}`);
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const it = node as Node | null;
    if (it === null || typeof it !== "object" || typeof it.type !== "string") {
      return;
    }
    switch (it.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ImportExpression":
      case "TSLiteralType":
      case "TSTypeAliasDeclaration":
      case "TSInterfaceDeclaration":
      case "TSTypeAnnotation":
      case "TSTypeParameterInstantiation":
      // What a program says to its authors.
      case "ThrowStatement":
        return;
      case "JSXText":
        if (/\p{L}/u.test(String(it.value))) {
          tell(it, String(it.value));
        }
        return;
      case "JSXAttribute": {
        const name = (it.name as { name?: string }).name ?? "";
        if (!NAMES.test(name)) {
          visit(it.value);
        }
        return;
      }
      case "Literal":
        if (typeof it.value === "string" && reads(it.value)) {
          tell(it, it.value);
        }
        return;
      case "TemplateLiteral": {
        const quasis = it.quasis as { value: { cooked: string } }[];
        const text = quasis.map((quasi) => quasi.value.cooked).join("…");
        if (reads(text) || (/\p{L}{2,} …|… \p{L}{2,}/u.test(text) && !HTTP.test(text))) {
          tell(it, text);
        }
        visit(it.expressions);
        return;
      }
      case "ExportNamedDeclaration":
        visit(it.declaration);
        return;
      default:
        for (const [key, value] of Object.entries(it)) {
          if (key !== "type") {
            visit(value);
          }
        }
    }
  };
  visit(parseAst(source, { lang: "tsx" }));
  return found;
}

describe("the code", () => {
  it("is read", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
      sentences('const a = <p title="Hello there">Some <b>{`x ${a} and more`}</b></p>;', "it"),
    ).toHaveLength(3);
  });

  // Proves that both languages say everything.
  it("has no sentence outside the catalogues", () => {
    expect(sources.flatMap(([file, source]) => sentences(source, file))).toEqual([]);
  });
});
