/** A block of code: its language, a way to copy it, and its text in the colours of its language. */
import { memo, type ReactNode, useState } from "react";
import { say } from "../l10n";
import css from "./CodeBlock.module.css";
import { Copy } from "./Copy";
import { Escaped } from "./ForeignText";
import type { CodeToken } from "./highlight";
import { LinkButton } from "./LinkButton";
import { useHighlight } from "./useHighlight";

/** Lines that are compared, drawn and laid out together. */
const PORTION = 40;
/** A line of more characters may not fit into the column. */
const WIDE = 60;
/** As much of a name is shown as a name of a language has. */
const NAME = 24;

/** `info` is what follows the fence; its first word names the language. The text is escaped already. */
export function CodeBlock(props: {
  code: string;
  info: string;
  /** What it is called where it is more than code. */
  label?: string;
  /** What else can be done with it. */
  acts?: ReactNode;
  /** Stands for the text. */
  instead?: ReactNode;
  /** A line about it below. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  const { code } = props;
  const language = /^\S*/.exec(props.info.trim())?.[0] ?? "";
  const name = language.length > NAME ? `${language.slice(0, NAME)}…` : language;
  const [wrap, setWrap] = useState(false);
  const wide = new RegExp(`[^\\n]{${WIDE + 1}}`).test(code);
  return (
    <section
      className={css.block}
      aria-label={
        props.label ?? (name === "" ? say("markdown-code-plain") : say("markdown-code", { language: name }))
      }
    >
      <div className={css.head}>
        <bdi className={`cut ${css.language}`}>{name}</bdi>
        {props.acts}
        {wide && props.instead === undefined ? (
          <LinkButton className={css.act} aria-pressed={wrap} onClick={() => setWrap(!wrap)}>
            {say("markdown-wrap")}
          </LinkButton>
        ) : null}
        <Copy text={code} className={css.act} />
      </div>
      {props.instead ?? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard
        <pre className={css.text} data-wrap={wrap || undefined} tabIndex={0}>
          <code>
            <Text code={code} language={language.toLowerCase()} />
          </code>
        </pre>
      )}
      {props.note === undefined ? null : <p className={`small dim ${css.note}`}>{props.note}</p>}
      {props.children}
    </section>
  );
}

function Text(props: { code: string; language: string }) {
  const { code } = props;
  const { lines, length } = useHighlight(code, props.language);
  if (length === 0) return <Escaped text={code} />;
  const count = Math.ceil(lines.length / PORTION);
  return Array.from({ length: count }, (_, index) => (
    <Lines
      key={index}
      lines={lines.slice(index * PORTION, (index + 1) * PORTION)}
      rest={index === count - 1 ? code.slice(length) : ""}
    />
  ));
}

/** Some lines, drawn again only where a token of them changed. */
const Lines = memo(function Lines(props: { lines: CodeToken[][]; rest: string }) {
  return (
    <span className={css.lines}>
      {props.lines.map((line, index) => (
        <span key={index}>
          {index > 0 ? "\n" : null}
          {line.map(({ text, kind }, place) =>
            kind === null ? (
              <Escaped key={place} text={text} />
            ) : (
              <span key={place} className={css[kind]}>
                <Escaped text={text} />
              </span>
            ),
          )}
        </span>
      ))}
      {props.rest === "" ? null : <Escaped text={props.rest} />}
    </span>
  );
}, same);

function same(
  before: { lines: CodeToken[][]; rest: string },
  now: { lines: CodeToken[][]; rest: string },
): boolean {
  return (
    before.rest === now.rest &&
    before.lines.length === now.lines.length &&
    now.lines.every((line, index) => {
      const was = before.lines[index] ?? [];
      return (
        was.length === line.length &&
        line.every((token, place) => token.text === was[place]?.text && token.kind === was[place]?.kind)
      );
    })
  );
}
