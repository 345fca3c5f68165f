/** Reads a class diagram strictly. */
import { bounded, refuseLine, type SourceLine } from "./source";
import { opaqueWord, shortLabel } from "./text";

const SKIPPED =
  /^(?:direction|classDef|cssClass|style|click|callback|link|accTitle|accDescr|title)(?=[\s:]|$)/;
/** A name, with what it is generic in between tildes. */
const NAME = "`?([\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])`?(?:~([^~]+)~)?";
const RELATION = new RegExp(
  `^${NAME}\\s*(?:"([^"]*)")?\\s*(<\\||\\*|o|<)?(-{2,}|\\.{2,})(\\|>|\\*|o(?![\\p{L}\\p{N}])|>)?\\s*(?:"([^"]*)")?\\s*${NAME}\\s*(?::(.*))?$`,
  "u",
);
const DECLARED = new RegExp(
  `^class\\s+${NAME}\\s*(?:\\["([^"]*)"\\])?(?::::[\\w-]+)?\\s*(\\{\\s*\\}|\\{)?$`,
  "u",
);
const MEMBER = new RegExp(`^${NAME}\\s*:\\s*(\\S.*)$`, "u");

export function classes(lines: SourceLine[]): string {
  const ids = new Map<string, string>();
  const out: string[] = [];
  let relations = 0;
  let members = 0;
  let open: string | null = null;
  let space = false;
  /** What the library calls a class is what it writes on it. */
  const idOf = (name: string, generic?: string, words?: string): string => {
    const known = ids.get(name);
    if (known !== undefined && generic === undefined && words === undefined) return known;
    const id = opaqueWord(words ?? (generic === undefined ? name : `${name}<${generic}>`));
    if (known === undefined) {
      ids.set(name, id);
    }
    bounded(ids.size, relations);
    return ids.get(name) ?? id;
  };
  // The names that are written out somewhere are known before the first of them is used.
  for (const { text } of lines) {
    const it = DECLARED.exec(text);
    if (it !== null && (it[2] !== undefined || it[3] !== undefined)) {
      idOf(it[1] ?? "", it[2], it[3]);
    }
  }
  const annotated = (id: string, words: string, line: SourceLine) => {
    const word = /^<<\s*(\w+)\s*>>$/.exec(words)?.[1] ?? refuseLine(line);
    return [`class ${id} {`, `<<${word}>>`, "}"];
  };
  const member = (words: string): string => {
    members += 1;
    bounded(0, members);
    return memberOf(words);
  };
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    if (open !== null) {
      if (text === "}") {
        open = null;
        out.push("}");
      } else if (/^<<.*>>$/.test(text)) {
        out.push(`<<${/^<<\s*(\w+)\s*>>$/.exec(text)?.[1] ?? refuseLine(line)}>>`);
      } else {
        out.push(member(text));
      }
      continue;
    }
    const declared = DECLARED.exec(text);
    const relation = declared === null ? RELATION.exec(text) : null;
    const said = MEMBER.exec(text);
    const annotation = /^(<<\s*\w+\s*>>)\s*(\S+)$/.exec(text);
    const named = /^namespace\s+(\S+)\s*\{$/.exec(text);
    if (SKIPPED.test(text)) continue;
    if (named !== null && !space) {
      space = true;
      out.push(`namespace ${opaqueWord(named[1] ?? "")} {`);
    } else if (text === "}" && space) {
      space = false;
      out.push("}");
    } else if (declared !== null) {
      const id = idOf(declared[1] ?? "");
      out.push(`class ${id}${declared[4] === "{" ? " {" : ""}`);
      open = declared[4] === "{" ? id : null;
    } else if (relation !== null) {
      relations += 1;
      bounded(ids.size, relations);
      out.push(relationOf(relation, idOf, line));
    } else if (annotation !== null) {
      out.push(...annotated(idOf(annotation[2] ?? ""), annotation[1] ?? "", line));
    } else if (said !== null && !/^note\b/.test(text)) {
      const id = idOf(said[1] ?? "", said[2]);
      const words = said[3] ?? "";
      out.push(
        ...(words.startsWith("<<") ? annotated(id, words, line) : [`class ${id} {`, member(words), "}"]),
      );
    } else {
      refuseLine(line);
    }
  }
  const last = lines.at(-1);
  if ((open !== null || space) && last !== undefined) {
    refuseLine(last);
  }
  return ["classDiagram", ...out].join("\n");
}

function relationOf(
  found: RegExpExecArray,
  idOf: (name: string, generic?: string) => string,
  line: SourceLine,
): string {
  const [, from = "", ofFrom, many, begin = "", body = "", end = "", manyTo, to = "", ofTo, words] = found;
  if (begin !== "" && end !== "") {
    refuseLine(line);
  }
  const link = body.startsWith(".") ? ".." : "--";
  // The library has no dotted line without an end, and none with a circle or a diamond.
  const arrow = `${begin}${link}${end}`;
  const known = link === "--" || /^(?:<\|\.\.|\.\.\|>|\.\.>|<\.\.)$/.test(arrow);
  const one = idOf(from, ofFrom);
  const other = idOf(to, ofTo);
  return [
    one,
    ...(many === undefined ? [] : [`"${shortLabel(many)}"`]),
    known ? arrow : arrow.replace("..", "--"),
    ...(manyTo === undefined ? [] : [`"${shortLabel(manyTo)}"`]),
    other,
    ...(words === undefined || words.trim() === "" ? [] : [`: ${shortLabel(words)}`]),
  ].join(" ");
}

/** A field or a method with the parts that the library sets apart. */
function memberOf(written: string): string {
  const [, visible = "", rest = ""] = /^([+\-#~]?)\s*(.*)$/.exec(written) ?? [];
  const generic = rest.replace(/~([^~]*)~/g, "<$1>");
  const method = /^([^()]+)\((.*)\)\s*([$*]?)\s*:?\s*(.*)$/.exec(generic);
  if (method === null) {
    const [type = "", ...name] = generic.split(/\s+/);
    return `${visible}${shortLabel(type)}${name.length === 0 ? "" : ` ${shortLabel(name.join(" "))}`}`;
  }
  const [, name = "", given = "", mark = "", returned = ""] = method;
  const type = returned.trim() === "" ? "" : ` ${shortLabel(returned)}`;
  return `${visible}${shortLabel(name)}${mark}(${given.trim() === "" ? "" : shortLabel(given)})${type}`;
}
