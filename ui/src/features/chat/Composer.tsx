import { Button } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, memo, useId, useRef, useState } from "react";
import type { ConversationServer } from "../../bindings/host";
import {
  AutosizeTextarea,
  ClipIcon,
  CloseButton,
  ForeignText,
  LinkButton,
  ProblemNote,
} from "../../elements";
import { useComposing } from "../../elements/useComposing";
import { Say, say } from "../../l10n";
import { go } from "../../route";
import { useHostCommand } from "../../store";
import css from "./Composer.module.css";
import { useMessageDraft } from "./drafts";
import { OfferedList } from "./OfferedList";
import { Pending, type PendingItem } from "./Pending";
import { tokenAt } from "./token";
import { useAttach } from "./useAttach";
import { useDropProblems } from "./useDropProblems";
import { useMessageField } from "./useMessageField";
import { type Offered, useOffered } from "./useOffered";
import { usePastedFiles } from "./usePastedFiles";

/**
 * Longest text in characters that is pasted among the words. With each key the engine lays out all of a field, and a
 * megabyte holds up the window for a second.
 */
export const PASTED = 20_000;

/** The second press of a double click on *Send* comes within this time, and to where *Stop* is by then. In milliseconds. */
const DOUBLE_CLICK = 500;

/**
 * Where the person writes. Enter sends, Shift+Enter makes a line, the arrow up in an empty field edits the last message; while the model is at work it can be stopped. `/`
 * leads to a prompt, `@` puts a resource into the conversation. A long text that is pasted is put in as a file, and so are
 * files that are pasted or dropped here. What is attached can be sent without words.
 */
export const Composer = memo(function Composer(props: {
  id: string;
  busy: boolean;
  servers: ConversationServer[];
  /** What is sent with the next message, or alone. */
  attached: readonly PendingItem[];
  /** The person sends something. */
  onSend: () => void;
  /** The host did not take it. */
  onFail: () => void;
  /** Has the last message of the person's edited; whether there is one in view. */
  onEditLast: () => boolean;
}) {
  const { text, write, putBack } = useMessageDraft(props.id);
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState<string | null>(null);
  const [closed, setClosed] = useState<number | null>(null);
  const list = useId();
  const speak = useHostCommand("say");
  const goOn = useHostCommand("go_on");
  const stop = useHostCommand("stop_conversation");
  const attach = useAttach(props.id);
  const file = useHostCommand("attach_file");
  const pasted = useHostCommand("attach_text");
  const pastedFiles = usePastedFiles(props.id);
  const form = useRef<HTMLFormElement>(null);
  const over = useMessageField(props.id, form);
  const drop = useDropProblems(props.id);
  const composing = useComposing();
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  // What is sent waits here until the turn begins, a moment after the host took it: a second Enter does not send it again.
  const sent = useRef<readonly PendingItem[] | null>(null);
  // What was pressed is done: the next thing is written.
  const toField = () => form.current?.querySelector("textarea")?.focus();

  const found = tokenAt(text, caret);
  const token = found !== null && found.from !== closed ? found : null;
  const offers = useOffered(props.servers, token);
  const { offered } = offers;
  const open = token !== null && offered.length > 0;
  const told = open || offers.asking.length > 0 || offers.failed.length > 0;
  // A prompt only leads to its page; a resource is read, so it has to be chosen first.
  // By its key: what arrives late moves the others.
  const chosen = at === null && token?.kind === "prompt" ? 0 : offered.findIndex((it) => it.key === at);

  const dismiss = () => {
    for (const it of [speak, goOn, stop, file, pasted]) {
      if (it.error !== null) it.reset();
    }
    pastedFiles.reset();
    attach.dismiss();
  };
  const words = text.trim();
  const sendable = words !== "" || props.attached.length > 0;
  // What is on its way into the conversation is meant to go with these words.
  const arrives = attach.reading !== null || file.isPending || pasted.isPending || pastedFiles.pending;
  const send = () => {
    if (!sendable || props.busy || arrives || speak.isPending || goOn.isPending) return;
    if (words === "" && sent.current === props.attached) return;
    sent.current = props.attached;
    // At once, so that what is written from now on is another message; also when it is not shown any more.
    write("");
    props.onSend();
    // What is attached is in the conversation already: the model has something to answer.
    const sending =
      words === ""
        ? goOn.mutateAsync({ conversation: props.id })
        : speak.mutateAsync({ conversation: props.id, text: words });
    sending.then(
      () => {
        dismiss();
        drop.dismiss();
      },
      () => {
        sent.current = null;
        props.onFail();
        if (text !== "") putBack(text);
      },
    );
  };
  const edit = (next: string, to: number) => {
    write(next);
    setCaret(to);
    setAt(null);
    // What was put away stays away as long as it stands there.
    if (tokenAt(next, to)?.from !== closed) {
      setClosed(null);
    }
  };
  const choose = (it: Offered) => {
    if (token === null) return;
    // What was typed to find it is no part of the message.
    edit(text.slice(0, token.from) + text.slice(token.to), token.from);
    if (token.kind === "prompt") {
      go("servers", it.server.id, "prompts", it.is, props.id);
    } else {
      attach.put(it);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (composing.isComposing(event)) return;
    const pick = offered[chosen];
    if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const last = offered.length - 1;
      const next =
        event.key === "ArrowDown" ? (chosen < last ? chosen + 1 : 0) : chosen > 0 ? chosen - 1 : last;
      setAt(offered[next]?.key ?? null);
    } else if (token !== null && told && event.key === "Escape") {
      setClosed(token.from);
    } else if (open && event.key === "Enter" && !event.shiftKey && pick !== undefined) {
      choose(pick);
    } else if (event.key === "ArrowUp" && isPlain(event) && text === "" && !props.busy) {
      if (!props.onEditLast()) return;
    } else if (event.key === "Enter" && !event.shiftKey) {
      // What may still turn out to be a prompt is not said to the model by a quick hand.
      if (token?.kind !== "prompt" || offers.asking.length === 0) {
        send();
      }
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const onPaste = (event: ClipboardEvent) => {
    if (pastedFiles.take(event)) return;
    const long = event.clipboardData.getData("text/plain");
    if (long.length > PASTED) {
      event.preventDefault();
      pasted.mutate({ conversation: props.id, text: long });
    }
  };

  const problem =
    speak.error ??
    goOn.error ??
    stop.error ??
    file.error ??
    pasted.error ??
    pastedFiles.problem ??
    attach.problem;
  const closing = (putAway: () => void) => (
    <CloseButton
      name={say("words-dismiss")}
      onClick={() => {
        putAway();
        toField();
      }}
    />
  );
  return (
    <form
      ref={form}
      className={css.composer}
      data-writing
      onSubmit={(event) => {
        event.preventDefault();
        pressed.current = event.timeStamp;
        send();
        toField();
      }}
    >
      {token !== null && told ? (
        <OfferedList id={list} kind={token.kind} offers={offers} at={chosen} choose={choose} />
      ) : null}
      {problem ? <ProblemNote problem={problem} live action={closing(dismiss)} /> : null}
      {drop.problems.map((it, index) => (
        <ProblemNote
          key={it.sentence}
          problem={it}
          live
          action={index === 0 ? closing(drop.dismiss) : null}
        />
      ))}
      {attach.reading ? (
        <p className="small dim" role="status">
          <Say
            id="chat-reading"
            args={{
              resource: <ForeignText value={attach.reading.shown} mono />,
              server: attach.reading.server.label,
            }}
          />{" "}
          <LinkButton onClick={attach.stop}>{say("words-stop")}</LinkButton>
        </p>
      ) : null}
      <Pending conversation={props.id} items={props.attached} />
      <p className={css.invites} role="status">
        {over ? say(props.busy ? "chat-drop-busy" : "chat-drop") : null}
      </p>
      <div className={css.box} data-over={over || undefined}>
        <button
          type="button"
          className={css.attach}
          aria-label={say("chat-attach")}
          title={say("chat-attach")}
          disabled={props.busy || file.isPending}
          onClick={() => file.mutate({ conversation: props.id }, { onSettled: toField })}
        >
          <ClipIcon />
        </button>
        <AutosizeTextarea
          className={css.write}
          classNames={{ input: css.input }}
          variant="unstyled"
          aria-label={say("chat-message")}
          dir="auto"
          aria-autocomplete="list"
          aria-controls={open ? list : undefined}
          aria-activedescendant={open && chosen >= 0 ? `${list}-${chosen}` : undefined}
          placeholder={say(
            props.busy
              ? "chat-placeholder-busy"
              : props.servers.some((it) => it.enabled && it.ready)
                ? "chat-placeholder-offers"
                : "chat-placeholder",
          )}
          value={text}
          minRows={1}
          maxRows={8}
          onChange={(event) => edit(event.currentTarget.value, event.currentTarget.selectionStart)}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setAt(null)}
          onKeyDown={onKeyDown}
          onCompositionEnd={composing.onCompositionEnd}
          onPaste={onPaste}
        />
        {props.busy ? (
          <Button
            key="stop"
            loading={stop.isPending}
            onClick={(event) => {
              if (event.timeStamp - pressed.current > DOUBLE_CLICK) {
                stop.mutate({ id: props.id });
              }
              toField();
            }}
          >
            {say("words-stop")}
          </Button>
        ) : (
          <Button key="send" type="submit" aria-disabled={!sendable || arrives ? true : undefined}>
            {say("words-send")}
          </Button>
        )}
      </div>
    </form>
  );
});

/** Without another key held down. */
function isPlain(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
}
