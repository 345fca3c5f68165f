import { type KeyboardEvent, memo, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import type { Message, ModelChoice } from "../../bindings/host";
import { say } from "../../l10n";
import { useWriteReply } from "../../store";
import { ComparedReply } from "./ComparedReply";
import { EditMessage } from "./EditMessage";
import { isEmptied } from "./editable";
import { MessageFoot } from "./MessageFoot";
import { MessageParts } from "./MessageParts";
import { ReplyUsage } from "./ReplyUsage";
import css from "./SaidMessage.module.css";
import { useComparison } from "./useComparison";
import type { KeptPlace } from "./useKeepPlace";

/** The field of a long message may be above all that is in view: only then it is scrolled to. */
function comeIntoView(field: HTMLElement | null | undefined): void {
  const box = field?.closest("[role=log]")?.parentElement?.getBoundingClientRect();
  const place = field?.getBoundingClientRect();
  if (box && place && box.height > 0 && (place.bottom <= box.top || place.top >= box.bottom)) {
    field?.scrollIntoView({ block: "nearest" });
  }
}

/** What is compared is read from its beginning: only where that is above what is in view it is scrolled to. */
function showBeginning(article: HTMLElement | null): void {
  const box = article?.closest("[role=log]")?.parentElement?.getBoundingClientRect();
  if (article && box && article.getBoundingClientRect().top < box.top) {
    article.scrollIntoView({ block: "start" });
  }
}

/** Drawn again only when it changed: while the model writes, one of many does. */
export const SaidMessage = memo(function SaidMessage(props: {
  conversation: string;
  message: Message;
  /** The model of the conversation, and those that could answer in its place. */
  model: string;
  models: readonly ModelChoice[];
  /** A model is at work: nothing branches meanwhile. */
  busy: boolean;
  /** What can be done with it is in view without being pointed at. */
  last: boolean;
  /** It failed or was stopped, and can be tried again. */
  brokeOff: boolean;
  /** It was searched for. */
  sought: boolean;
  /** It is to be edited, as its button does it; told as soon as it is. */
  toEdit: boolean;
  onEdits: () => void;
  onShow: (seq: number) => void;
  /** Remembers where it is before it changes, and puts it back there. */
  hold: KeptPlace["hold"];
  settle: KeptPlace["settle"];
}) {
  const { message, hold, settle } = props;
  const [editing, setEditing] = useState<number | null>(null);
  const article = useRef<HTMLElement>(null);
  const edits = editing === message.seq && !props.busy;
  const comparison = useComparison(message);
  const { other } = comparison;
  const compared = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const write = useWriteReply("message");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another height, or another message in its place
  useLayoutEffect(() => {
    settle();
    if (edits) {
      comeIntoView(article.current?.querySelector("textarea"));
    }
  }, [edits, message.seq, other]);
  const onCompare = () => {
    if (other === null) {
      showBeginning(article.current);
    }
    hold(article.current);
    comparison.toggle();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A menu of it is elsewhere in the page.
    const within = event.currentTarget.contains(event.target as Node);
    const types = event.target instanceof HTMLTextAreaElement || event.nativeEvent.isComposing;
    if (event.key === "Escape" && other !== null && within && !types && !event.defaultPrevented) {
      onCompare();
      opener.current?.focus({ preventScroll: true });
    }
  };
  const onAgain = (withOther: boolean) => {
    if (!withOther) {
      comparison.close();
      return;
    }
    // It is here: what is beside the new reply need not be waited for.
    write({ id: props.conversation, seq: message.seq }, message);
    showBeginning(article.current);
    hold(article.current, message.seq);
    comparison.keep();
  };
  const onAgainFails = () => {
    hold(null);
    comparison.close();
  };
  const edit = (seq: number | null) => {
    hold(article.current);
    setEditing(seq);
  };
  const { toEdit, onEdits } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is asked for
  useEffect(() => {
    if (toEdit) {
      if (edits) article.current?.querySelector("textarea")?.focus();
      else edit(message.seq);
      onEdits();
    }
  }, [toEdit]);
  // The field that had the focus goes, and none other took it.
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    if (wasEdited.current && !edits && document.activeElement === document.body) {
      article.current?.focus({ preventScroll: true });
    }
    wasEdited.current = edits;
  }, [edits]);
  if (editing !== null && editing !== message.seq) {
    // Another stands in its place now.
    setEditing(null);
  }
  if (edits) {
    return (
      <article
        ref={article}
        className={css.rewriting}
        aria-label={say("chat-speaker-person")}
        data-seq={message.seq}
        tabIndex={-1}
      >
        <EditMessage
          conversation={props.conversation}
          message={message}
          onSend={() => hold(article.current, message.seq)}
          onSent={() => setEditing(null)}
          onFail={() => hold(null)}
          onCancel={() => edit(null)}
        />
      </article>
    );
  }
  if (isEmptied(message) && message.branch === undefined) return null;
  return (
    <article
      ref={article}
      className={css[message.speaker]}
      aria-label={say(`chat-speaker-${message.speaker}`)}
      data-seq={message.seq}
      data-sought={props.sought || undefined}
      data-compared={other !== null || undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {other !== null ? (
        <div className={css.head}>{message.by !== null ? <ReplyUsage by={message.by} /> : null}</div>
      ) : null}
      <div className={css.saidParts}>
        <MessageParts conversation={props.conversation} message={message} />
      </div>
      <MessageFoot
        conversation={props.conversation}
        message={message}
        model={props.model}
        models={props.models}
        busy={props.busy}
        last={props.last}
        brokeOff={props.brokeOff}
        comparison={{ open: other !== null, id: compared, opener, onToggle: onCompare }}
        onEdit={() => edit(message.seq)}
        onAgain={onAgain}
        onAgainFails={onAgainFails}
        onShow={(seq) => {
          // It may be beside that one now, and is here.
          write({ id: props.conversation, seq: message.seq }, message);
          props.onShow(seq);
        }}
      />
      {other !== null ? (
        <ComparedReply
          id={compared}
          conversation={props.conversation}
          seq={other}
          shown={message.seq}
          place={message.branch}
          onChoose={comparison.choose}
        />
      ) : null}
    </article>
  );
});
