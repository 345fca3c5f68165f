import type { HeldResult, Message } from "../../bindings/host";
import { Markdown, ProblemNote, RawText } from "../../elements";
import { say } from "../../l10n";
import { CallCard } from "./CallCard";
import { FileCard } from "./FileCard";
import { MadeCard } from "./MadeCard";
import css from "./MessageParts.module.css";
import { Quoted } from "./Quoted";
import { RejectedCard } from "./RejectedCard";
import { SearchCard } from "./SearchCard";
import { Thought } from "./Thought";

/** What waits, or waited, for the person of the result of a call: it is on the card of the call. */
function heldOf(message: Message, call: string): HeldResult | undefined {
  const part = message.parts.find((it) => it.kind === "held" && it.held.call === call);
  return part?.kind === "held" ? part.held : undefined;
}

/** What was said in a message, part by part. */
export function MessageParts(props: { conversation: string; message: Message }) {
  const { conversation, message } = props;
  return (
    <>
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
        ) : part.kind === "trouble" && part.call !== undefined ? (
          <RejectedCard key={`${index}`} call={part.call} problem={part.problem} />
        ) : part.kind === "trouble" ? (
          <ProblemNote
            key={`${index}`}
            problem={part.problem}
            tone={part.problem.code === "model.media" ? "wait" : "bad"}
            live={message.streaming}
          />
        ) : part.kind === "stopped" ? (
          <p key={`${index}`} className="dim small">
            {say("chat-stopped")}
          </p>
        ) : part.kind === "search" ? (
          <SearchCard key={`${index}`} part={part} />
        ) : part.kind === "file" ? (
          <FileCard key={`${index}`} conversation={conversation} file={part.file} />
        ) : part.kind === "made" ? (
          <MadeCard key={`${index}`} conversation={conversation} file={part.file} />
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
    </>
  );
}
