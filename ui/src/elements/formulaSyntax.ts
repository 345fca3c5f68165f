/**
 * Formulas within Markdown: `\(…\)`, `\[…\]`, `$$…$$`, and `$…$` where it cannot be an amount of money. What a formula holds is
 * not read as Markdown. An extension of micromark and of what makes a tree of its tokens.
 */

/** Longest formula, in characters; what is longer is shown as it was written. */
export const LONGEST_FORMULA = 2_000;
/** Longest formula between single dollars: what is longer were two amounts in one paragraph. */
const LONGEST_DOLLARS = 400;
/** Beginnings without an end after which no more are looked for, or a text of dollars would be read for each of them. */
const TRIES = 64;

/** A character, or what stands for the end of a line or a tab; `null` at the end. */
type Code = number | null;
type State = (code: Code) => State | undefined;
interface Effects {
  enter(type: string): Token;
  exit(type: string): Token;
  consume(code: Code): void;
}
interface Token {
  type: string;
  /** What stands between the marks. */
  tex?: string;
  display?: boolean;
}
interface Context {
  previous: Code;
  parser: object;
}

const [DOLLAR, BACKSLASH] = [36, 92];
const CLOSED_BY = new Map([
  [40, 41],
  [91, 93],
]);

const tries = new WeakMap<object, number>();

/** Whether it is worth to look for one more end in this text, and counts that it was. */
function mayTry(parser: object): boolean {
  return (tries.get(parser) ?? 0) < TRIES;
}
function failed(parser: object): void {
  tries.set(parser, (tries.get(parser) ?? 0) + 1);
}

function endsLine(code: Code): boolean {
  return code !== null && code < -2;
}

function textOf(code: number): string {
  return code >= 0 ? String.fromCharCode(code) : code === -2 ? "\t" : code < -2 ? "\n" : "";
}

/** As `between` names a character after a backslash. */
const afterBackslash = (code: number) => -code - 1_000;

/** Reads what stands between marks and hands on each character that may end it. */
function between(
  effects: Effects,
  most: number,
  nok: State,
  ends: (code: number, tex: string) => State | null,
): State {
  let tex = "";
  let open = false;
  const leave = () => {
    if (open) {
      effects.exit("formulaText");
      open = false;
    }
  };
  const take = (code: number) => {
    if (endsLine(code)) {
      leave();
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
    } else {
      if (!open) {
        effects.enter("formulaText");
        open = true;
      }
      effects.consume(code);
    }
    tex += textOf(code);
  };
  const next: State = (code) => {
    if (code === null || tex.length > most) return nok(code);
    const end = ends(code, tex);
    if (end !== null) {
      leave();
      effects.enter("formulaMark");
      return end(code);
    }
    take(code);
    return code === BACKSLASH ? escaped : next;
  };
  /** A mark after a backslash ends nothing; a bracket after one may. */
  const escaped: State = (code) => {
    if (code === null) return nok(code);
    const end = ends(afterBackslash(code), tex.slice(0, -1));
    if (end !== null) {
      leave();
      effects.enter("formulaMark");
      return end(code);
    }
    take(code);
    return next;
  };
  return next;
}

function tokenizeBracket(this: Context, effects: Effects, ok: State, nok: State): State {
  const { parser } = this;
  return (code) => {
    if (!mayTry(parser)) return nok(code);
    const token = effects.enter("formula");
    effects.consume(code);
    return (bracket) => {
      const close = CLOSED_BY.get(bracket ?? 0);
      if (close === undefined) return nok(bracket);
      effects.consume(bracket);
      return between(effects, LONGEST_FORMULA, without(parser, nok), (it, tex) =>
        it === afterBackslash(close) && tex.trim() !== ""
          ? (last) => {
              effects.consume(last);
              Object.assign(token, { tex, display: bracket === 91 });
              effects.exit("formulaMark");
              effects.exit("formula");
              return ok;
            }
          : null,
      );
    };
  };
}

function tokenizeDollars(this: Context, effects: Effects, ok: State, nok: State): State {
  const { parser } = this;
  const no = without(parser, nok);
  return (code) => {
    if (!mayTry(parser)) return nok(code);
    const token = effects.enter("formula");
    const done = (tex: string, display: boolean) => {
      Object.assign(token, { tex, display });
      effects.exit("formulaMark");
      effects.exit("formula");
    };
    effects.consume(code);
    return (second) => {
      if (second !== DOLLAR) return single(effects, second, nok, no, done, ok);
      effects.consume(second);
      return between(effects, LONGEST_FORMULA, no, (it, tex) =>
        it === DOLLAR && tex.trim() !== ""
          ? (first) => {
              effects.consume(first);
              return (last) => {
                if (last !== DOLLAR) return no(last);
                effects.consume(last);
                done(tex, true);
                return ok;
              };
            }
          : null,
      );
    };
  };
}

/** `$x$`: nothing blank inside of its marks, no number after it, and no sentence within it. */
function single(
  effects: Effects,
  first: Code,
  nok: State,
  no: State,
  done: (tex: string, display: boolean) => void,
  ok: State,
): State | undefined {
  if (first === null || first < 0 || first === 32) return nok(first);
  return between(effects, LONGEST_DOLLARS, no, (it, tex) => {
    if (it !== DOLLAR) return null;
    return (last) => {
      if (/^$|\s$/.test(tex) || !mathematical(tex)) return no(last);
      effects.consume(last);
      return (after) => {
        const letter = after !== null && after >= 0 && /[\p{L}\p{N}_]/u.test(String.fromCharCode(after));
        const digit = after !== null && after >= 48 && after <= 57;
        if (digit || (letter && !/^\p{L}$|[\\^]/u.test(tex))) return no(after);
        done(tex, false);
        return ok(after);
      };
    };
  })(first);
}

/** Two words that follow each other are a sentence, unless TeX says otherwise. */
function mathematical(tex: string): boolean {
  return /[\\^_=<>]/.test(tex) || !/\p{L}{2,}[,.;:]?\s+\p{L}{2,}|\p{N}[,.]?\s+\p{L}{2,}/u.test(tex);
}

function without(parser: object, nok: State): State {
  return (code) => {
    failed(parser);
    return nok(code);
  };
}

/** Before it stands neither a word, as in `US$`, nor another dollar. */
function previous(this: Context, code: Code): boolean {
  return code === null || code < 0 || !/[\p{L}\p{N}$]/u.test(String.fromCharCode(code));
}

const syntax = {
  text: {
    [DOLLAR]: { name: "formula", tokenize: tokenizeDollars, previous },
    [BACKSLASH]: { name: "formula", tokenize: tokenizeBracket },
  },
};

/** What a formula is in the tree: an element of ours, which no text can make, with its TeX as text in it. */
export const FORMULA = "x-formula";

interface Tree {
  enter(node: object, token: Token): void;
  exit(token: Token): void;
}

const tree = {
  enter: {
    formula(this: Tree, token: Token) {
      const hName = token.display ? `${FORMULA}-block` : FORMULA;
      const hChildren = [{ type: "text", value: token.tex ?? "" }];
      this.enter({ type: "formula", data: { hName, hChildren } }, token);
    },
  },
  exit: {
    formula(this: Tree, token: Token) {
      this.exit(token);
    },
  },
};

/** A plugin of remark. */
export function formulas(this: { data(): object }): void {
  const data = this.data() as Record<string, unknown[] | undefined>;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), tree];
}
