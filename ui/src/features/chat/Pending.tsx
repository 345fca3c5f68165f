import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import type { AttachedFile, Message } from "../../bindings/host";
import { ClipIcon, CloseButton, ForeignText, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { bytes } from "../../words";
import { Glance } from "./Glance";
import css from "./Pending.module.css";

/** A file that waits, and the message that it is in. */
export interface PendingFile {
  seq: number;
  file: AttachedFile;
}

/** Files that were attached since the model last spoke: they wait for the words that they go with. */
export function pending(messages: readonly Message[]): PendingFile[] {
  const files: PendingFile[] = [];
  for (const { seq, speaker, parts } of messages.toReversed()) {
    if (speaker !== "person" || parts.some((part) => part.kind === "words")) {
      break;
    }
    files.unshift(...parts.flatMap((part) => (part.kind === "file" ? [{ seq, file: part.file }] : [])));
  }
  return files;
}

/** What goes to the model with the next words, above where they are written. Each can be taken out again. */
export function Pending(props: { conversation: string; files: readonly PendingFile[] }) {
  const { conversation, files } = props;
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const remove = useHostCommand("remove_attached");
  // Where the focus is when a file goes: it stays there, or goes to where words are written.
  const going = useRef<number | null>(null);

  useLayoutEffect(() => {
    const at = going.current;
    if (at === null || document.activeElement !== document.body) {
      return;
    }
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
      {files.length === 0 ? null : (
        <>
          <p id={heading} className="dim small">
            {say("chat-pending")}
          </p>
          <ul className={css.pending} aria-labelledby={heading}>
            {files.map(({ seq, file }, index) => (
              <li key={`${seq} ${file.digest}`} className={css.pendingFile}>
                {file.kind === "image" ? (
                  <Glance conversation={conversation} file={file} fixed />
                ) : (
                  <span className={css.pendingIcon} aria-hidden="true">
                    <ClipIcon />
                  </span>
                )}
                <span className={css.pendingName}>
                  <ForeignText value={file.name} />
                </span>
                <span className={`dim ${css.pendingSize}`}>{bytes(file.bytes)}</span>
                <CloseButton
                  name={say("chat-pending-remove", { name: file.name.text })}
                  onClick={() => take(seq, index)}
                  onKeyDown={(event) => onKeyDown(event, seq, index)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {remove.error ? <ProblemNote problem={remove.error} live /> : null}
    </div>
  );
}
