import { memo, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { HeldResult, Message, ModelChoice } from "../../bindings/host";
import { Markdown, ProblemNote, RawText } from "../../elements";
import { say } from "../../l10n";
import { CallCard } from "./CallCard";
import { EditMessage } from "./EditMessage";
import { FileCard } from "./FileCard";
import { MadeCard } from "./MadeCard";
import { MessageFoot } from "./MessageFoot";
import { Quoted } from "./Quoted";
import { RejectedCard } from "./RejectedCard";
import css from "./SaidMessage.module.css";
import { SearchCard } from "./SearchCard";
import { Thought } from "./Thought";
import type { KeptPlace } from "./useKeepPlace";

/** The field of a long message may be above all that is in view: only then it is scrolled to. */
function comeIntoView(field: HTMLElement | null | undefined): void {
  const box = field?.closest("[role=log]")?.parentElement?.getBoundingClientRect();
  const place = field?.getBoundingClientRect();
  if (box && place && box.height > 0 && (place.bottom <= box.top || place.top >= box.bottom)) {
    field?.scrollIntoView({ block: "nearest" });
  }
}

/** What waits, or waited, for the person of the result of a call: it is on the card of the call. */
function heldOf(message: Message, call: string): HeldResult | undefined {
  const part = message.parts.find((it) => it.kind === "held" && it.held.call === call);
  return part?.kind === "held" ? part.held : undefined;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another height, or another message in its place
  useLayoutEffect(() => {
    settle();
    if (edits) {
      comeIntoView(article.current?.querySelector("textarea"));
    }
  }, [edits, message.seq]);
  const edit = (seq: number | null) => {
    hold(article.current);
    setEditing(seq);
  };
  const { toEdit, onEdits } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is asked for
  useEffect(() => {
    if (toEdit) {
      edit(message.seq);
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
  if (message.speaker === "person" && message.parts.length === 0 && message.branch === undefined) {
    // Its file was taken out again before it was sent.
    return null;
  }
  return (
    <article
      ref={article}
      className={css[message.speaker]}
      aria-label={say(`chat-speaker-${message.speaker}`)}
      data-seq={message.seq}
      data-sought={props.sought || undefined}
      tabIndex={-1}
    >
      <div className={css.saidParts}>
        {message.parts.map((part, index) =>
          part.kind === "call" ? (
            <CallCard
              key={part.call.id}
              call={part.call}
              conversation={props.conversation}
              held={heldOf(message, part.call.id)}
            />
          ) : part.kind === "held" ? null : part.kind === "thought" ? (
            <Thought
              key={`${index}`}
              text={part.text}
              going={message.streaming && index === message.parts.length - 1}
            />
          ) : part.kind === "trouble" && part.call !== undefined ? (
            <RejectedCard key={`${index}`} call={part.call} problem={part.problem} />
          ) : part.kind === "trouble" ? (
            <ProblemNote
              key={`${index}`}
              problem={part.problem}
              tone={part.problem.code === "model.media" ? "wait" : "bad"}
              provider
              live={message.streaming}
            />
          ) : part.kind === "stopped" ? (
            <p key={`${index}`} className="dim small">
              {say("chat-stopped")}
            </p>
          ) : part.kind === "search" ? (
            <SearchCard key={`${index}`} part={part} />
          ) : part.kind === "file" ? (
            <FileCard key={`${index}`} conversation={props.conversation} file={part.file} />
          ) : part.kind === "made" ? (
            <MadeCard key={`${index}`} conversation={props.conversation} file={part.file} />
          ) : part.kind === "quoted" ? (
            <Quoted key={`${index}`} part={part} before={message.parts[index - 1]} />
          ) : part.text === "" ? null : message.speaker === "model" ? (
            <Markdown key={`${index}`} text={part.text} />
          ) : (
            <p key={`${index}`} className={css.plain}>
              {/* What was pasted may hide something from the person who pasted it (S-41). */}
              <RawText text={part.text} lines />
            </p>
          ),
        )}
        {message.streaming ? (
          <span className={css.writing}>
            <span className="visually-hidden">{say("chat-writing")}</span>
          </span>
        ) : null}
      </div>
      <MessageFoot
        conversation={props.conversation}
        message={message}
        model={props.model}
        models={props.models}
        busy={props.busy}
        last={props.last}
        onEdit={() => edit(message.seq)}
        onShow={props.onShow}
      />
    </article>
  );
});
