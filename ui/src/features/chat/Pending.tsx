import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef } from "react";
import type { AttachedFile, Message, Part } from "../../bindings/host";
import { ClipIcon, CloseButton, Escaped, ForeignText, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { bytes, quoteWord } from "../../words";
import { Glance } from "./Glance";
import css from "./Pending.module.css";

/** Characters of a text in which its first line is looked for, and of that as many as have room. */
const LOOKED_AT = 2_000;
const BEGINNING = 100;

type QuotedPart = Extract<Part, { kind: "quoted" }>;

/** What waits, and the message that it is in: a file, or what a server offers, which is there and goes as a whole. */
export type PendingItem = { seq: number } & (
  | { file: AttachedFile }
  | { quoted: [QuotedPart, ...QuotedPart[]] }
);

/** What was attached since the model last spoke: it waits to be sent, with words or without. */
export function pending(messages: readonly Message[]): PendingItem[] {
  const items: PendingItem[] = [];
  for (const { seq, speaker, parts } of messages.toReversed()) {
    if (speaker !== "person" || parts.some((part) => part.kind === "words")) break;
    const [first, ...more] = parts.filter((part) => part.kind === "quoted");
    items.unshift(
      ...parts.flatMap((part) => (part.kind === "file" ? [{ seq, file: part.file }] : [])),
      ...(first === undefined ? [] : [{ seq, quoted: [first, ...more] as [QuotedPart, ...QuotedPart[]] }]),
    );
  }
  return items;
}

/** What goes to the model with the next message, above where that is written. Each can be taken out again. */
export const Pending = memo(function Pending(props: { conversation: string; items: readonly PendingItem[] }) {
  const { conversation, items } = props;
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const remove = useHostCommand("remove_attached");
  // Where the focus is when one goes: it stays there, or goes to where words are written.
  const going = useRef<number | null>(null);

  useLayoutEffect(() => {
    const at = going.current;
    if (at === null || document.activeElement !== document.body) return;
    going.current = null;
    const left = list.current?.querySelectorAll("button") ?? [];
    const next = left[Math.min(at, left.length - 1)];
    (next ?? list.current?.closest("form")?.querySelector("textarea"))?.focus();
  });

  const take = (seq: number, index: number) => {
    if (!remove.isPending) {
      going.current = index;
      remove.mutate(
        { conversation, seq },
        {
          onError: () => {
            going.current = null;
          },
        },
      );
    }
  };
  const onKeyDown = (event: KeyboardEvent, seq: number, index: number) => {
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      take(seq, index);
    }
  };

  return (
    <div ref={list} className={css.pendingBox}>
      {items.length === 0 ? null : (
        <>
          <p id={heading} className="dim small">
            {say("chat-pending")}
          </p>
          <ul className={`unmarked ${css.pending}`} aria-labelledby={heading}>
            {items.map((item, index) => {
              const name = "file" in item ? item.file.name : item.quoted[0].shown;
              return (
                <li
                  key={`${item.seq} ${"file" in item ? item.file.digest : "quoted"}`}
                  className={css.pendingFile}
                >
                  {"file" in item && item.file.kind === "image" ? (
                    <Glance conversation={conversation} file={item.file} fixed />
                  ) : (
                    <span className={css.pendingIcon} aria-hidden="true">
                      <ClipIcon />
                    </span>
                  )}
                  <span className="cut">
                    <ForeignText value={name} />
                    {"file" in item ? <Beginning of={item.file} /> : null}
                  </span>
                  <span className={`cut dim ${css.pendingSize}`}>
                    {"file" in item ? bytes(item.file.bytes) : <Whose of={item.quoted[0]} />}
                  </span>
                  <CloseButton
                    name={say("words-remove-named", { name: name.text })}
                    onClick={() => take(item.seq, index)}
                    onKeyDown={(event) => onKeyDown(event, item.seq, index)}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
      {remove.error ? <ProblemNote problem={remove.error} live /> : null}
    </div>
  );
});

/** The first line of a text that has words, so that it is known again. */
function Beginning(props: { of: AttachedFile }) {
  const line = props.of.text?.text
    .slice(0, LOOKED_AT)
    .split("\n")
    .find((it) => it.trim() !== "");
  return line === undefined ? null : (
    <span className={`dim ${css.pendingText}`}>
      <bdi>
        <Escaped text={line.trim().slice(0, BEGINNING)} />
      </bdi>
    </span>
  );
}

/** Which server's it is, and as what that offers it. */
function Whose(props: { of: QuotedPart }) {
  const { source, server_label } = props.of;
  return <bdi>{say("chat-quoted", { kind: quoteWord(source), server: server_label })}</bdi>;
}
