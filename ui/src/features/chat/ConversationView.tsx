import { Button, Skeleton } from "@mantine/core";
import { memo } from "react";
import type { ConversationServer, ConversationSummary, HeldResult, Message } from "../../bindings/host";
import { Bar, Markdown, Page, ProblemNote, RawText } from "../../elements";
import { useAct, useAsk } from "../../store";
import { CallCard } from "./CallCard";
import { ChooseModel } from "./ChooseModel";
import { Composer } from "./Composer";
import css from "./chat.module.css";
import { FileCard } from "./FileCard";
import { Quoted } from "./Quoted";
import { SearchCard } from "./SearchCard";
import { Suggestions } from "./Suggestions";
import { TakingPart } from "./TakingPart";
import { Thought } from "./Thought";
import { Took } from "./Took";
import { useEarlier } from "./useEarlier";
import { useFollow } from "./useFollow";

/** One conversation: what was said, the calls as cards, and where to write. */
export function ConversationView(props: { summary: ConversationSummary }) {
  const { summary } = props;
  const asked = useAsk("conversation", { id: summary.id });
  const conversation = asked.data;
  const follow = useFollow(conversation?.messages);
  const earlier = useEarlier(conversation?.messages, follow.box, follow.atEnd);
  const onScroll = () => {
    follow.onScroll();
    earlier.onScroll();
  };
  return (
    <Page
      scroll={false}
      bar={
        <Bar
          room={false}
          title={<bdi>{summary.title}</bdi>}
          beside={conversation ? <TakingPart conversation={conversation} /> : null}
          actions={
            conversation ? (
              <ChooseModel conversation={conversation} />
            ) : (
              <span className="dim small">{summary.model}</span>
            )
          }
        />
      }
    >
      <div className={css.scroll} ref={follow.box} onScroll={onScroll} data-testid="messages">
        <div className={css.column} role="log" aria-label="Conversation" aria-busy={summary.busy}>
          {asked.error ? <ProblemNote problem={asked.error} live /> : null}
          {asked.isPending ? <Skeleton height={60} /> : null}
          {earlier.before > 0 ? (
            <div className={css.earlier}>
              <Button size="xs" variant="subtle" onClick={earlier.back}>
                Show earlier messages
              </Button>
            </div>
          ) : null}
          {earlier.drawn.map((message) => (
            <Said key={message.seq} message={message} conversation={summary.id} />
          ))}
          {conversation && !summary.busy && brokeOff(conversation.messages) ? <GoOn id={summary.id} /> : null}
          {conversation && conversation.messages.length === 0 ? (
            <Suggestions conversation={conversation} />
          ) : null}
        </div>
      </div>
      {follow.behind ? (
        <div className={css.jump}>
          <Button size="xs" onClick={follow.toEnd}>
            Go to the newest
          </Button>
        </div>
      ) : null}
      <Composer id={summary.id} busy={summary.busy} servers={conversation?.servers ?? NOBODY} />
    </Page>
  );
}

const NOBODY: ConversationServer[] = [];

/** What a model was stopped by, and would be again. */
const ENDS = ["model.length", "model.withheld"];

/** Whether the last reply failed or never came, so that the model can be asked once more. */
function brokeOff(messages: Message[]): boolean {
  const last = messages.at(-1);
  const part = last?.parts.at(-1);
  if (last?.speaker === "person") {
    return part?.kind === "words";
  }
  return part?.kind === "trouble" && !ENDS.includes(part.problem.code);
}

function GoOn(props: { id: string }) {
  const again = useAct("go_on");
  return (
    <div className={css.again}>
      <Button size="xs" loading={again.isPending} onClick={() => again.mutate({ conversation: props.id })}>
        Try again
      </Button>
      {again.error ? <ProblemNote problem={again.error} live /> : null}
    </div>
  );
}

const speaker: Record<Message["speaker"], string> = {
  person: "You",
  model: "The model",
  host: "Portcullis",
};

/** What waits, or waited, for the person of what a call brought back: it stands on the card of the call. */
function heldOf(message: Message, call: string): HeldResult | undefined {
  const part = message.parts.find((it) => it.kind === "held" && it.held.call === call);
  return part?.kind === "held" ? part.held : undefined;
}

/** Drawn again only when it changed: while the model writes, one of many does. */
const Said = memo(function Said(props: { message: Message; conversation: string }) {
  const { message, conversation } = props;
  return (
    <article className={css[message.speaker]} aria-label={speaker[message.speaker]}>
      {message.parts.map((part, index) =>
        part.kind === "call" ? (
          <CallCard
            key={part.call.id}
            call={part.call}
            conversation={conversation}
            held={heldOf(message, part.call.id)}
          />
        ) : part.kind === "held" ? null : part.kind === "thought" ? (
          <Thought
            key={`${index}`}
            text={part.text}
            going={message.streaming && index === message.parts.length - 1}
          />
        ) : part.kind === "trouble" ? (
          <ProblemNote
            key={`${index}`}
            problem={part.problem}
            whose="the model’s provider"
            live={message.streaming}
          />
        ) : part.kind === "search" ? (
          <SearchCard key={`${index}`} part={part} />
        ) : part.kind === "file" ? (
          <FileCard key={`${index}`} file={part.file} />
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
      {message.by !== null && !message.streaming ? <Took by={message.by} /> : null}
      {message.streaming ? (
        <span className={css.writing}>
          <span className="heard">still writing</span>
        </span>
      ) : null}
    </article>
  );
});
