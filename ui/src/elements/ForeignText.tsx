import { Fragment, type ReactNode, useMemo } from "react";
import type { Foreign } from "../bindings/host";
import { say } from "../l10n";
import { escapedText } from "../words";
import { chunkText } from "./chunkText";
import css from "./elements.module.css";
import { Tag } from "./Tag";

const written = /((?:⟨(?:U\+[0-9A-F]{4,6}|\d+ spaces)⟩)+)/;

/**
 * Longest text laid out at once, in characters: 64 KiB would hold a frame up, and 256 KiB the window. Most descriptions are
 * shorter: what stands below them stays where it is.
 */
const LONG = 20_000;
/** Characters of a longer one that are laid out together. */
const PORTION = 4_000;
/** Escapes that are marked in one text. Each is an element, and who counts further reads the badge. */
const MARKS = 1_000;

/** Text with its written escapes marked. Text only, never markup (S-19). */
export function Escaped(props: { text: string }) {
  return props.text.length > LONG ? <Portions text={props.text} hidden /> : marked(props.text);
}

/** Of a long text only what is in view is laid out (F-24). */
function Portions(props: { text: string; hidden?: boolean; lookalikes?: boolean }) {
  const { text, hidden = false, lookalikes = false } = props;
  const all = useMemo(() => {
    let left = hidden || lookalikes ? MARKS : 0;
    return chunkText(text, PORTION).map((portion) => {
      left -= portion.split(written).length >> 1;
      return left < 0 ? portion : whatIs(portion, hidden, lookalikes);
    });
  }, [text, hidden, lookalikes]);
  return all.map((portion, index) => (
    <span key={index} className={css.portion}>
      {portion}
    </span>
  ));
}

/** A letter with its accents, and a number behind it. */
const numbered = /(\p{L}\p{M}*⟨U\+[0-9A-F]{4,6}⟩)/u;

const alphabets = [
  ["fullwidth", /[\uff21-\uff5a]/],
  ["mathematical", /[\u2100-\u214f\u{1d400}-\u{1d7ff}]/u],
  ["cyrillic", /\p{Script=Cyrillic}/u],
  ["greek", /\p{Script=Greek}/u],
  ["armenian", /\p{Script=Armenian}/u],
  ["cherokee", /\p{Script=Cherokee}/u],
  ["latin", /\p{Script=Latin}/u],
] as const;

/** `Cyrillic letter а (U+0430)`, where a letter has its own number behind it; else `null`. */
function lookalike(piece: string): string | null {
  const [letter = ""] = piece;
  const number = `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (!piece.endsWith(`⟨${number}⟩`)) return null;
  const of = alphabets.find(([, letters]) => letters.test(letter))?.[0] ?? "other";
  return say(`elements-letter-${of}`, { letter, code: number });
}

/** Letters of another alphabet than their word's marked, as the host wrote their numbers behind them (S-10). */
function letters(text: string, rest: (text: string) => ReactNode): ReactNode {
  const pieces = text.split(numbered);
  if (pieces.length === 1) return rest(text);
  return pieces.map((piece, index) => {
    const title = index % 2 === 1 ? lookalike(piece) : null;
    return title === null ? (
      <Fragment key={index}>{rest(piece)}</Fragment>
    ) : (
      <mark key={index} className={css.lookalike} title={title}>
        {piece}
        <span className={`visually-hidden ${css.aside}`}> {title} </span>
      </mark>
    );
  });
}

function marked(text: string): ReactNode {
  const pieces = text.split(written);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      <span key={index} className={css.escape}>
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

/** A text with what the host wrote into it marked. */
function whatIs(text: string, hidden: boolean, lookalikes: boolean): ReactNode {
  const rest = (text: string) => (hidden ? marked(text) : text);
  return lookalikes ? letters(text, rest) : rest(text);
}

/**
 * Text from a server or a model: plain, isolated from the direction of what stands around it, with a badge
 * when characters had to be written out (S-34, S-41).
 */
export function ForeignText(props: { value: Foreign; mono?: boolean; badge?: boolean }) {
  const { value, mono, badge = true } = props;
  const long = value.text.length > LONG;
  // What looks like an escape or a mark where the host made none was written so by the server.
  const hidden = value.hidden > 0;
  const lookalikes = (value.lookalikes ?? 0) > 0;
  return (
    <>
      <bdi className={[css.foreign, mono && css.mono, long && css.long].filter(Boolean).join(" ")}>
        {long ? (
          <Portions text={value.text} hidden={hidden} lookalikes={lookalikes} />
        ) : (
          whatIs(value.text, hidden, lookalikes)
        )}
      </bdi>
      {badge ? <HiddenBadge value={value} /> : null}
    </>
  );
}

/** How many characters had to be written out, and how many letters pretend to be others, where any do. */
export function HiddenBadge(props: { value: Foreign }) {
  const { hidden, lookalikes = 0 } = props.value;
  return (
    <>
      {hidden > 0 ? (
        <>
          {" "}
          <Tag tone="wait">{say("elements-hidden", { count: hidden })}</Tag>
        </>
      ) : null}
      {lookalikes > 0 ? (
        <>
          {" "}
          <Tag tone="wait">{say("elements-lookalikes", { count: lookalikes })}</Tag>
        </>
      ) : null}
    </>
  );
}

/** Raw text that the host did not escape (names of properties, values of an enumeration). */
export function RawText(props: { text: string; mono?: boolean; lines?: boolean }) {
  return (
    <bdi className={props.mono ? `${css.foreign} ${css.mono}` : css.foreign}>
      <Escaped text={escapedText(props.text, { lines: props.lines ?? false })} />
    </bdi>
  );
}
