/** Reads a sequence diagram strictly. */
import { DEEPEST } from "./limits";
import { bounded, Refused, refuseLine, type SourceLine } from "./source";
import { label } from "./text";

/** Arrows, those first that cannot be a part of a name. */
const ARROWS = [/(-->>|->>)/, /(-->|->)/, /(--\)|-\))/, /(--x|-x)/];
const SKIPPED =
  /^(?:activate|deactivate|destroy|title|accTitle|accDescr|links?|properties|details)(?=[\s:]|$)/;
/** Frames; those without a drawing of their own are left out with their end. */
const FRAME = /^(loop|alt|opt|par|critical|break|rect|box)(?:\s+(.*))?$/;

export function sequence(lines: SourceLine[]): string {
  const people = new Map<string, string>();
  const out: string[] = [];
  const frames: boolean[] = [];
  let messages = 0;
  let number: number | null = null;
  const person = (name: string): string => {
    const known = people.get(name);
    if (known !== undefined) return known;
    const id = `n${people.size + 1}`;
    people.set(name, id);
    bounded(people.size, messages);
    out.push(`participant ${id} as ${label(name)}`);
    return id;
  };
  const introduced = (kind: string, name: string, words: string) => {
    if (!people.has(name)) {
      const id = `n${people.size + 1}`;
      people.set(name, id);
      bounded(people.size, messages);
      out.push(`${kind} ${id} as ${label(words)}`);
    }
  };
  const lineOf = (line: SourceLine, text: string): void => {
    const who = /^(?:create\s+)?(participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(text);
    const note = /^note\s+(left of|right of|over)\s+([^:]+):(.*)$/i.exec(text);
    const frame = FRAME.exec(text);
    const divided = /^(else|and|option)(?:\s+(.*))?$/.exec(text);
    if (who !== null) {
      introduced(who[1] ?? "", named(who[2]), who[3] ?? named(who[2]));
    } else if (note !== null) {
      messages += 1;
      const over = (note[2] ?? "").split(",").map((it) => person(named(it)));
      out.push(`Note ${note[1]?.toLowerCase()} ${over.join(",")}: ${label(note[3] ?? "")}`);
    } else if (frame !== null) {
      const [, kind = "", words = ""] = frame;
      const drawn = kind !== "rect" && kind !== "box";
      frames.push(drawn);
      if (frames.length > DEEPEST) throw new Refused({ reason: "large" });
      if (drawn) {
        out.push(`${kind} ${words === "" ? "" : label(words)}`.trim());
      }
    } else if (divided !== null && frames.at(-1) === true) {
      const kind = divided[1] === "and" ? "and" : "else";
      out.push(`${kind} ${divided[2] === undefined ? "" : label(divided[2])}`.trim());
    } else if (text === "end" && frames.length > 0) {
      if (frames.pop() === true) {
        out.push("end");
      }
    } else {
      const message = messageOf(text) ?? refuseLine(line);
      const [from, to] = [person(message.from), person(message.to)];
      messages += 1;
      bounded(people.size, messages);
      const words = number === null ? message.words : `${number++}. ${message.words}`;
      out.push(`${from}${message.arrow}${message.mark}${to}: ${label(words)}`);
    }
  };
  for (const line of lines) {
    const text = line.text.replace(/\s*;$/, "");
    const numbered = /^autonumber(?:\s+(\d{1,6}).*)?$/.exec(text);
    if (numbered !== null) {
      number = Number(numbered[1] ?? 1);
    } else if (!SKIPPED.test(text)) {
      lineOf(line, text);
    }
  }
  const last = lines.at(-1);
  if (frames.length > 0 && last !== undefined) {
    refuseLine(last);
  }
  return ["sequenceDiagram", ...out].join("\n");
}

function named(written: string | undefined): string {
  return (written ?? "").trim().replace(/^"(.*)"$/, "$1");
}

function messageOf(text: string) {
  const colon = text.indexOf(":");
  const head = colon < 0 ? text : text.slice(0, colon);
  for (const pattern of ARROWS) {
    const [from = "", arrow, rest = ""] = head.split(pattern, 3);
    const to = /^\s*([+-]?)\s*(\S.*)$/.exec(rest);
    if (arrow !== undefined && from.trim() !== "" && to !== null && !/<<$/.test(from)) {
      const words = colon < 0 ? "" : text.slice(colon + 1).trim();
      return { from: named(from), arrow, mark: to[1] ?? "", to: named(to[2]), words };
    }
  }
  return null;
}
