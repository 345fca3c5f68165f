/**
 * Splits what a person types or pastes into the entries of a command line. No shell ever sees it, so nothing is
 * expanded: a `$` or a `|` is passed on as it stands, and the form shows every entry as its own token (S-10).
 */

export interface Split {
  tokens: string[];
  /** A quote was opened and never closed. */
  open: boolean;
}

/** Splits one line at spaces outside quotes. A backslash escapes a quote, a space or itself, and nothing else, so that Windows paths survive. */
export function splitLine(line: string): Split {
  const tokens: string[] = [];
  let token = "";
  let started = false;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === "\\" && quote !== "'" && next !== "" && (quote === null ? /[\s"'\\]/ : /["\\]/).test(next)) {
      token += next;
      started = true;
      at += 1;
    } else if (quote !== null) {
      if (char === quote) quote = null;
      else token += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      started = true;
    } else if (/\s/.test(char)) {
      if (started) tokens.push(token);
      token = "";
      started = false;
    } else {
      token += char;
      started = true;
    }
  }
  if (started) tokens.push(token);
  return { tokens, open: quote !== null };
}

export type SplitMode = "line" | "lines" | "list";

/** How the text of the field `Arguments` is read: several lines are one argument each, a single line is split, a JSON list is taken as it is. */
export function readArguments(text: string): Split & { reading: SplitMode } {
  const trimmed = text.trim();
  if (trimmed.startsWith("[")) {
    try {
      const list: unknown = JSON.parse(trimmed);
      if (Array.isArray(list) && list.every((entry) => typeof entry === "string"))
        return { tokens: list, open: false, reading: "list" };
    } catch {
      // Not a list; read as a line.
    }
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length > 1) return { tokens: lines.map((line) => line.trim()), open: false, reading: "lines" };
  return { ...splitLine(lines[0] ?? ""), reading: "line" };
}

/** The text that reads back as exactly these arguments. */
export function writeArguments(tokens: string[]): string {
  const [only] = tokens;
  if (only === undefined) return "";
  const odd =
    // Lines may be read as a JSON list.
    (tokens.length > 1 && only.startsWith("[")) ||
    tokens.some((token) => token === "" || /[\r\n]/.test(token) || token !== token.trim());
  if (odd) return JSON.stringify(tokens);
  if (tokens.length === 1) return quoted(only);
  return tokens.join("\n");
}

function quoted(token: string): string {
  if (!/[\s"'\\[]/.test(token)) return token;
  return `"${token.replace(/["\\]/g, "\\$&")}"`;
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;

export interface CommandLine {
  program: string;
  arguments: string[];
  environment: { name: string; value: string }[];
}

/** A whole pasted command line; `null` when it is just a program. Leading `NAME=value` become environment variables. */
export function commandLine(text: string): CommandLine | null {
  const { tokens, open } = splitLine(text.replace(/\\\r?\n/g, " "));
  if (open) return null;
  const rest = tokens[0] === "$" ? tokens.slice(1) : [...tokens];
  if (rest[0] === "env") rest.shift();
  const environment: CommandLine["environment"] = [];
  for (let match = ASSIGNMENT.exec(rest[0] ?? ""); match !== null; match = ASSIGNMENT.exec(rest[0] ?? "")) {
    environment.push({ name: match[1] ?? "", value: match[2] ?? "" });
    rest.shift();
  }
  const [program, ...others] = rest;
  if (program === undefined || (others.length === 0 && environment.length === 0)) return null;
  return { program, arguments: others, environment };
}

/** Tokens that only mean something to a shell. */
export function shellWords(tokens: string[]): string[] {
  return tokens.filter(
    (token) =>
      /^(\|\|?|&&?|;|[12]?>>?|<)$/.test(token) ||
      /\$[({A-Za-z_]/.test(token) ||
      /^~(\/|$)/.test(token) ||
      token.includes("`"),
  );
}
