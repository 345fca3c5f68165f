import { Button, Skeleton } from "@mantine/core";
import { Fragment, useCallback, useMemo, useRef, useState } from "react";
import type {
  Conversation,
  ConversationServer,
  ConversationSummary,
  Message,
  ModelChoice,
} from "../../bindings/host";
import { Bar, messageField, Page, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useCommandsUnderWay, useHostCommand } from "../../store";
import { ChooseModel } from "./ChooseModel";
import { Compact } from "./Compact";
import { CompactionMark } from "./CompactionMark";
import mark from "./CompactionMark.module.css";
import { Composer } from "./Composer";
import { ContextOpener } from "./ContextOpener";
import { ConversationServers } from "./ConversationServers";
import css from "./ConversationView.module.css";
import { isEditable, lastSaid } from "./editable";
import { ImportedMark } from "./ImportedMark";
import inPlace from "./InPlace.module.css";
import { Marks } from "./Marks";
import { type PendingItem, pending } from "./Pending";
import { SaidMessage } from "./SaidMessage";
import { Suggestions } from "./Suggestions";
import { useConversation } from "./useConversation";
import { useFocusWriting } from "./useFocusWriting";
import { useKeepPlace } from "./useKeepPlace";
import { useLookAt } from "./useLookAt";
import { useMessageWindow } from "./useMessageWindow";
import { useScrollToMessage } from "./useScrollToMessage";
import { useShowSent } from "./useShowSent";
import { useStickToBottom } from "./useStickToBottom";

/** One conversation: what was said, the calls as cards, and where to write. */
export function ConversationView(props: { summary: ConversationSummary; sought: number | null }) {
  const { summary } = props;
  const talk = useConversation(summary.id);
  const { conversation } = talk;
  const follow = useStickToBottom(conversation?.messages);
  useLookAt(summary.id, follow.box);
  const place = useKeepPlace(follow.box, follow.room, follow.atEnd);
  const part = useMessageWindow(conversation?.messages, follow.box, follow.atEnd, talk.more);
  const lost = useScrollToMessage(props.sought, talk, part, follow.box);
  const onScroll = () => {
    follow.onScroll(part.after);
    part.onScroll();
  };
  const toNewest = () => {
    part.toNewest();
    follow.toEnd();
  };
  const { onSend, onFail } = useShowSent(conversation?.messages, toNewest);
  const { atEnd } = follow;
  const { show } = talk;
  const onShow = useCallback(
    (seq: number) => {
      // Stepping between branches shows where they part, not their end.
      atEnd.current = false;
      show(seq);
    },
    [atEnd, show],
  );
  useFocusWriting(summary.id, conversation?.messages.length === 0, follow.box);
  const [toEdit, setToEdit] = useState<number | null>(null);
  const now = useRef({ part, messages: conversation?.messages });
  now.current = { part, messages: conversation?.messages };
  const onEditLast = useCallback(() => {
    const { drawn, around } = now.current.part;
    const own = now.current.messages?.findLast(isEditable);
    if (own !== undefined && !drawn.includes(own)) around(own.seq);
    setToEdit(own?.seq ?? null);
    return own !== undefined;
  }, []);
  const onEdits = useCallback(() => setToEdit(null), []);
  const last = lastSaid(conversation?.messages ?? NO_MESSAGES)?.seq;
  const messages = conversation?.messages;
  // What is being sent is in the conversation a moment before its turn is.
  const sending = useCommandsUnderWay(SENDING);
  const goesOn = messages !== undefined && !summary.busy && !sending && brokeOff(messages);
  // While a model writes nothing waits, and where the words are written is not drawn again with each of its own.
  const attached = useMemo(
    () => (summary.busy || messages === undefined ? NOTHING : pending(messages)),
    [summary.busy, messages],
  );
  const { servers, models, left_out, held, budget, context, compacting, compact_at } = conversation ?? {};
  // Of what was said nothing stands in the bar: it stays while the model writes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all of the conversation that the bar shows
  const bar = useMemo(
    () => (
      <Bar
        room={false}
        title={<bdi>{summary.title}</bdi>}
        beside={conversation ? <ConversationServers conversation={conversation} /> : null}
        actions={
          conversation ? (
            <>
              <ContextOpener conversation={conversation} />
              <ChooseModel conversation={conversation} />
            </>
          ) : (
            <span className="dim small">{summary.model}</span>
          )
        }
      />
    ),
    [
      summary,
      conversation?.summary,
      servers,
      models,
      left_out,
      held,
      budget,
      context,
      compacting,
      compact_at,
    ],
  );
  return (
    <Page scroll={false} bar={bar}>
      <div className="scrolls" ref={follow.box} onScroll={onScroll} data-testid="messages">
        <div
          className={css.column}
          role="log"
          aria-label={say("words-conversation")}
          aria-busy={summary.busy}
        >
          {talk.problem ? <ProblemNote problem={talk.problem} live /> : null}
          {lost ? <ProblemNote problem={lost} live /> : null}
          {talk.pending ? <Skeleton height={60} /> : null}
          {part.before ? (
            <div className={css.earlier}>
              <Button size="xs" variant="subtle" onClick={part.back}>
                {say("chat-earlier")}
              </Button>
            </div>
          ) : null}
          {part.drawn.map((message, index) => (
            <Fragment
              // What stands in the place of another takes its place, and the focus on the way between them.
              key={
                message.parent === undefined
                  ? index === 0
                    ? "first"
                    : message.seq
                  : `after ${message.parent}`
              }
            >
              <SaidMessage
                conversation={summary.id}
                message={message}
                model={summary.model}
                models={conversation?.models ?? NO_MODELS}
                busy={summary.busy}
                last={message.seq === last}
                brokeOff={goesOn && message.seq === last}
                sought={message.seq === props.sought}
                toEdit={message.seq === toEdit}
                onEdits={onEdits}
                onShow={onShow}
                hold={place.hold}
                settle={place.settle}
              />
              {markAfter(conversation, message.seq, summary.busy)}
            </Fragment>
          ))}
          {part.after ? (
            <div className={css.earlier}>
              <Button size="xs" variant="subtle" onClick={part.forth}>
                {say("chat-later")}
              </Button>
            </div>
          ) : null}
          {conversation?.compacting ? (
            <p className={`small dim ${mark.going}`} role="status">
              {say("chat-compact-going")}
            </p>
          ) : null}
          {conversation && goesOn ? <GoOn conversation={conversation} /> : null}
          {conversation && conversation.messages.length === 0 ? (
            <Suggestions conversation={conversation} />
          ) : null}
        </div>
        <div ref={follow.room} aria-hidden="true" />
      </div>
      {follow.behind || part.after ? (
        <div className={css.jump}>
          <Button
            size="xs"
            onClick={(event) => {
              toNewest();
              // The button goes. What a user with a mouse selected stays selected.
              if (event.detail === 0) messageField()?.focus();
            }}
          >
            {say("chat-newest")}
          </Button>
        </div>
      ) : null}
      <ImportedMark imported={summary.imported} />
      <Marks conversation={summary.id} />
      <Composer
        id={summary.id}
        busy={summary.busy}
        servers={conversation?.servers ?? NO_SERVERS}
        attached={attached}
        onSend={onSend}
        onFail={onFail}
        onEditLast={onEditLast}
      />
    </Page>
  );
}

const SENDING = ["say", "say_instead"] as const;
const NO_MESSAGES: Message[] = [];
const NO_SERVERS: ConversationServer[] = [];
const NOTHING: PendingItem[] = [];
const NO_MODELS: ModelChoice[] = [];

/** The mark after a message, where its summary ends. */
function markAfter(conversation: Conversation | undefined, seq: number, busy: boolean) {
  const found = conversation?.compactions.find((it) => it.after === seq);
  return conversation && found ? (
    <CompactionMark
      conversation={conversation.summary.id}
      mark={found}
      last={found === conversation.compactions.at(-1)}
      busy={busy}
    />
  ) : null;
}

/** What a model was stopped by, and would be again; and what is no end of a reply. */
const ENDS = ["model.length", "model.withheld", "model.media"];

/** Whether the last reply failed or never came, so that the model can be asked once more. */
function brokeOff(messages: Message[]): boolean {
  const last = lastSaid(messages);
  const part = last?.parts.at(-1);
  if (last?.speaker === "person") return part?.kind === "words";
  if (part?.kind === "stopped") return true;
  // A call that was rejected is no end: the model was told, and spoke or was stopped.
  return part?.kind === "trouble" && part.call === undefined && !ENDS.includes(part.problem.code);
}

function GoOn(props: { conversation: Conversation }) {
  const { messages, summary } = props.conversation;
  const again = useHostCommand("go_on");
  const [compacts, setCompacts] = useState(false);
  const said = lastSaid(messages);
  const last = said?.parts.at(-1);
  const tooLong = last?.kind === "trouble" && last.problem.code === "model.too_long";
  // What was imported was never to be sent here.
  const unsent = said?.speaker === "person" && said.seq > (summary.imported?.last ?? 0);
  return (
    <div className={css.again}>
      {unsent ? <p className="dim small">{say("chat-not-sent")}</p> : null}
      <div className={css.ways}>
        <Button
          size="xs"
          loading={again.isPending}
          onClick={() => again.mutate({ conversation: summary.id })}
        >
          {say(unsent ? "chat-send-again" : "elements-try-again")}
        </Button>
        {tooLong && !compacts ? (
          <Button size="xs" onClick={() => setCompacts(true)}>
            {say("chat-list-compact")}
          </Button>
        ) : null}
      </div>
      {compacts ? (
        <div className={inPlace.box}>
          <Compact conversation={props.conversation} onDone={() => setCompacts(false)} />
        </div>
      ) : null}
      {again.error ? <ProblemNote problem={again.error} live /> : null}
    </div>
  );
}
