import type { Foreign } from "../bindings/host";
import { many, shownText } from "../words";
import css from "./elements.module.css";
import { Tag } from "./Tag";

const written = /(⟨U\+[0-9A-F]{4,6}⟩)/;

/** Text with its written escapes marked. Text only, never markup (S-19). */
export function Escaped(props: { text: string }) {
  const pieces = props.text.split(written);
  if (pieces.length === 1) {
    return props.text;
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
  return (
    <>
      <bdi className={mono ? `${css.foreign} ${css.mono}` : css.foreign}>
        {value.hidden > 0 ? <Escaped text={value.text} /> : value.text}
      </bdi>
      {badge && value.hidden > 0 ? (
        <>
          {" "}
          <Tag tone="wait">{many(value.hidden, "hidden character")}</Tag>
        </>
      ) : null}
    </>
  );
}

/** Raw text that the host did not escape (names of properties, values of an enumeration). */
export function RawText(props: { text: string; mono?: boolean; lines?: boolean }) {
  return (
    <bdi className={props.mono ? `${css.foreign} ${css.mono}` : css.foreign}>
      <Escaped text={shownText(props.text, { lines: props.lines ?? false })} />
    </bdi>
  );
}
