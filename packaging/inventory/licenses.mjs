/** The license texts that belong to the programs: those of each package in them, each text once. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FILES = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;
const RULE = "-".repeat(80);

export function licenses(components) {
  const users = new Map();
  const without = [];
  const foreign = components.filter((it) => it.isShipped && !it.isOurs);
  for (const component of foreign) {
    const title = `${component.name} ${component.version} (${component.license ?? "see below"})`;
    const texts = textsIn(component.folder);
    for (const text of texts) {
      users.set(text, [...(users.get(text) ?? []), title]);
    }
    if (texts.length === 0) {
      without.push(component.repository === undefined ? title : `${title}: ${component.repository}`);
    }
  }
  const parts = [...users]
    .map(([text, titles]) => `${[...new Set(titles)].sort().join("\n")}\n\n${text}\n`)
    .sort();
  const rest = `These packages come without a license text; the expression is what they declare.\n\n${without.sort().join("\n")}\n`;
  return [HEAD, ...parts, ...(without.length > 0 ? [rest] : [])].join(`\n${RULE}\n\n`);
}

const HEAD = "Portcullis contains the work of others, under these licenses.\n";

function textsIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && FILES.test(entry.name) && !/\.(rs|js|ts)$/.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").replaceAll("\r\n", "\n").trim())
    .filter((text) => text !== "");
}
