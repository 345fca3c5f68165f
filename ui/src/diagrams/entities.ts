/** Reads an entity relationship diagram strictly. */
import { bounded, refuseLine, type SourceLine } from "./source";
import { opaqueWord, shortLabel } from "./text";

const NAME = '(?:"([^"]+)"|([\\p{L}\\p{N}_-]+?))';
const BLOCK = new RegExp(`^${NAME}(?:\\s*\\[\\s*"?([^"\\]]*)"?\\s*\\])?\\s*(\\{\\s*\\}|\\{)?$`, "u");
const RELATION = new RegExp(`^${NAME}\\s*([|}][|o])(--|\\.\\.)([|o][|{])\\s*${NAME}\\s*(?::\\s*(.*))?$`, "u");
const SKIPPED = /^(?:direction|classDef|class|style|accTitle|accDescr|title)(?=[\s:]|$)/;

export function entities(lines: SourceLine[]): string {
  const names = new Map<string, string>();
  const out: string[] = [];
  let relations = 0;
  let rows = 0;
  let open = false;
  const idOf = (name: string, words?: string): string => {
    const id = names.get(name) ?? opaqueWord(words ?? name);
    names.set(name, id);
    bounded(names.size, relations);
    return id;
  };
  for (const { text } of lines) {
    const it = BLOCK.exec(text);
    if (it?.[3] !== undefined) {
      idOf(it[1] ?? it[2] ?? "", it[3]);
    }
  }
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    if (open) {
      open = text !== "}";
      rows += open ? 1 : 0;
      bounded(0, rows);
      out.push(open ? attribute(text, line) : "}");
      continue;
    }
    if (SKIPPED.test(text)) continue;
    const relation = RELATION.exec(text);
    const block = relation === null ? BLOCK.exec(text) : null;
    if (relation !== null) {
      relations += 1;
      const [, quoted, plain, left = "", link = "", right = "", quotedTo, plainTo, words = ""] = relation;
      const from = idOf(quoted ?? plain ?? "");
      const to = idOf(quotedTo ?? plainTo ?? "");
      out.push(`${from} ${left}${link}${right} ${to} : ${shortLabel(words)}`);
    } else if (block !== null) {
      open = block[4] === "{";
      out.push(`${idOf(block[1] ?? block[2] ?? "")} {`, ...(open ? [] : ["}"]));
    } else {
      refuseLine(line);
    }
  }
  const last = lines.at(-1);
  if (open && last !== undefined) {
    refuseLine(last);
  }
  return ["erDiagram", ...out].join("\n");
}

/** A type, a name, keys, and a comment. */
function attribute(text: string, line: SourceLine): string {
  const found = /^(\S+)\s+(\S+)((?:\s*,?\s*(?:PK|FK|UK))*)\s*(?:"([^"]*)")?$/.exec(text) ?? refuseLine(line);
  const [, type = "", name = "", keys = "", comment] = found;
  return [
    opaqueWord(type),
    opaqueWord(name),
    ...(keys.match(/[PFU]K/g) ?? []),
    ...(comment === undefined ? [] : [`"${shortLabel(comment)}"`]),
  ].join(" ");
}
