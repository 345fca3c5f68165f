import { Button } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import type { Message } from "../../bindings/host";
import { AutosizeTextarea, ProblemNote } from "../../elements";
import { useComposing } from "../../elements/useComposing";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { useEditDraft } from "./drafts";
import css from "./InPlace.module.css";

/**
 * A message of the person's while they edit it. Enter sends, Shift+Enter makes a line. Escape leaves the message as it is and
 * keeps what was typed for the next edit of it; Cancel does not.
 */
export function EditMessage(props: {
  conversation: string;
  message: Message;
  onSend: () => void;
  /** Also when this is not shown any more. */
  onSent: () => void;
  onFail: () => void;
  onCancel: () => void;
}) {
  const before = props.message.parts.flatMap((part) => (part.kind === "words" ? [part.text] : [])).join("\n");
  const { draft, write } = useEditDraft(props.conversation, props.message.seq);
  const text = draft ?? before;
  const speak = useHostCommand("say_instead");
  const form = useRef<HTMLFormElement>(null);
  const composing = useComposing();
  // Without a scroll: the message stays where it is read. A user who came from the message field continues there.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const field = form.current?.querySelector("textarea");
    field?.focus({ preventScroll: true });
    field?.setSelectionRange(field.value.length, field.value.length);
    return () => {
      if (before instanceof HTMLTextAreaElement && document.activeElement === field) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);
  const words = text.trim();
  const send = () => {
    if (words !== "" && !speak.isPending) {
      props.onSend();
      speak
        .mutateAsync({ conversation: props.conversation, seq: props.message.seq, text: words })
        .then(() => {
          write(undefined);
          props.onSent();
        }, props.onFail);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (composing.isComposing(event)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      props.onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <form
      ref={form}
      className={css.box}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AutosizeTextarea
        aria-label={say("chat-edit-label")}
        dir="auto"
        value={text}
        minRows={1}
        maxRows={12}
        onChange={(event) => {
          const { value } = event.currentTarget;
          write(value === before ? undefined : value);
        }}
        onKeyDown={onKeyDown}
        onCompositionEnd={composing.onCompositionEnd}
      />
      {speak.error ? <ProblemNote problem={speak.error} live /> : null}
      <div className={`row ${css.buttons}`}>
        <span className="grow dim small">{say("chat-edit-note")}</span>
        <Button
          size="xs"
          onClick={() => {
            write(undefined);
            props.onCancel();
          }}
        >
          {say("words-cancel")}
        </Button>
        <Button size="xs" type="submit" loading={speak.isPending} aria-disabled={words === "" || undefined}>
          {say("words-send")}
        </Button>
      </div>
    </form>
  );
}
