/**
 * Writes the types of the messages, so that a message that is missing, or said with other arguments than it has, does not compile:
 * `node scripts/messages.mjs`. An argument that a plural depends on is a number.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse, Visitor } from "@fluent/syntax";

const root = new URL("../src/l10n/", import.meta.url);
const PLURALS = /^(zero|one|two|few|many|other|\d+)$/;

class Reader extends Visitor {
  args = new Map();
  tags = new Set();

  visitVariableReference(node) {
    if (!this.args.has(node.id.name)) {
      this.args.set(node.id.name, "string");
    }
  }

  visitSelectExpression(node) {
    const keys = node.variants.map((it) => it.key.name ?? it.key.value);
    if (node.selector.type === "VariableReference" && keys.every((key) => PLURALS.test(key))) {
      this.args.set(node.selector.id.name, "number");
    }
    this.genericVisit(node);
  }

  visitFunctionReference(node) {
    const [first] = node.arguments.positional;
    if (node.id.name === "NUMBER" && first?.type === "VariableReference") {
      this.args.set(first.id.name, "number");
    }
    this.genericVisit(node);
  }

  visitTextElement(node) {
    for (const [, name] of node.value.matchAll(/<(\w+)>/g)) {
      this.tags.add(name);
    }
  }
}

const lines = [];
for (const file of readdirSync(new URL("en/", root)).sort()) {
  for (const entry of parse(readFileSync(new URL(`en/${file}`, root), "utf8"), {}).body) {
    if (entry.type === "Junk") {
      throw new Error(`${file}: ${entry.annotations.map((it) => it.message).join(" ")} ${entry.content}`);
    }
    if (entry.type === "Message" && entry.value) {
      const reader = new Reader();
      reader.visit(entry.value);
      const args = [...reader.args].map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join("; ");
      const tags = [...reader.tags].map((it) => JSON.stringify(it)).join(" | ") || "never";
      lines.push(`  ${JSON.stringify(entry.id.name)}: { args: { ${args} }; tags: ${tags} };`);
    }
  }
}
writeFileSync(
  new URL("messages.ts", root),
  `// Written by scripts/messages.mjs.\nexport interface Messages {\n${lines.join("\n")}\n}\n`,
);
