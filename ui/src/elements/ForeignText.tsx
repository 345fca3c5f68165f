import { useMemo } from "react";
import type { Foreign } from "../bindings/host";
import { escapedText, many } from "../words";
import { chunkText } from "./chunkText";
import css from "./elements.module.css";
import { Tag } from "./Tag";

const written = /((?:⟨(?:U\+[0-9A-F]{4,6}|\d+ blanks)⟩)+)/;

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
  return props.text.length > LONG ? <Portions text={props.text} marks={MARKS} /> : marked(props.text);
}

/** Of a long text only what is in view is laid out (F-24). */
function Portions(props: { text: string; marks: number }) {
  const all = useMemo(() => {
    let left = props.marks;
    return chunkText(props.text, PORTION).map((portion) => {
      left -= portion.split(written).length >> 1;
      return left < 0 ? portion : marked(portion);
    });
  }, [props.text, props.marks]);
  return all.map((portion, index) => (
    <span key={index} className={css.portion}>
      {portion}
    </span>
  ));
}

function marked(text: string) {
  const pieces = text.split(written);
  if (pieces.length === 1) {
    return text;
  }
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

/**
 * Text from a server or a model: plain, isolated from the direction of what stands around it, with a badge
 * when characters had to be written out (S-34, S-41).
 */
export function ForeignText(props: { value: Foreign; mono?: boolean; badge?: boolean }) {
  const { value, mono, badge = true } = props;
  const long = value.text.length > LONG;
  return (
    <>
      <bdi className={[css.foreign, mono && css.mono, long && css.long].filter(Boolean).join(" ")}>
        {value.hidden > 0 ? (
          <Escaped text={value.text} />
        ) : long ? (
          // What looks like an escape here was written so by the server.
          <Portions text={value.text} marks={0} />
        ) : (
          value.text
        )}
      </bdi>
      {badge ? <HiddenBadge value={value} /> : null}
    </>
  );
}

/** How many characters had to be written out, where any had. */
export function HiddenBadge(props: { value: Foreign }) {
  const { hidden } = props.value;
  return hidden > 0 ? (
    <>
      {" "}
      <Tag tone="wait">{many(hidden, "hidden character")}</Tag>
    </>
  ) : null;
}

/** Raw text that the host did not escape (names of properties, values of an enumeration). */
export function RawText(props: { text: string; mono?: boolean; lines?: boolean }) {
  return (
    <bdi className={props.mono ? `${css.foreign} ${css.mono}` : css.foreign}>
      <Escaped text={escapedText(props.text, { lines: props.lines ?? false })} />
    </bdi>
  );
}
