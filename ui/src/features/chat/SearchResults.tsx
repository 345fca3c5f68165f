import { Button } from "@mantine/core";
import { memo, useState } from "react";
import { flushSync } from "react-dom";
import type { Excerpt, MessageHit } from "../../bindings/host";
import { Escaped, ProblemNote, Tag, When } from "../../elements";
import { Say, say } from "../../l10n";
import { goInstead, to, useRoute } from "../../route";
import { useHost, useHostQuery } from "../../store";
import css from "./SearchResults.module.css";

/** What is found in all conversations: by their title, and what was said in them. */
export const SearchResults = memo(function SearchResults(props: { words: string }) {
  return (
    <section className={`scrolls ${css.hits}`} aria-label={say("chat-found")}>
      <Page words={props.words} before={null} />
    </section>
  );
});

function Page(props: { words: string; before: number | null }) {
  // The words for which more was asked: with others it begins with the newest again.
  const [further, setFurther] = useState<string | null>(null);
  // What was found for the words before the last key stays until the reply for all of them is there.
  const found = useHostQuery(
    "find_chats",
    { words: props.words, before: props.before },
    { keepPrevious: props.before === null },
  );
  if (found.error) return <ProblemNote problem={found.error} live />;
  if (!found.data) return null;
  const { titles, messages, next, indexing } = found.data;
  return (
    <>
      {props.before === null && indexing ? (
        <p className="dim small" role="status">
          {say("chat-found-indexing")}
        </p>
      ) : null}
      {props.before === null && titles.length === 0 && messages.length === 0 ? (
        <p className="dim small" role="status">
          {say("chat-found-none")}
        </p>
      ) : null}
      {titles.length > 0 ? (
        <div>
          <h2>{say("chat-conversations")}</h2>
          <ul className="unmarked">
            {titles.map((it) => (
              <li key={it.conversation}>
                <a className={css.hit} href={to("chat", it.conversation)}>
                  <span className={css.hitText}>
                    <Marked excerpt={it.title} />
                  </span>
                  <span className={`small dim ${css.hitBy}`}>
                    <Archived conversation={it.conversation} />
                    <When at={it.updated_at} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {messages.length > 0 ? (
        <div>
          {props.before === null ? <h2>{say("words-messages")}</h2> : null}
          <ul className="unmarked">
            {messages.map((it) => (
              <Hit key={`${it.conversation} ${it.seq}`} hit={it} />
            ))}
          </ul>
        </div>
      ) : null}
      {next === null || found.isPlaceholderData ? null : further === props.words ? (
        <Page words={props.words} before={next} />
      ) : (
        <Button size="xs" variant="subtle" onClick={() => setFurther(props.words)}>
          {say("chat-earlier")}
        </Button>
      )}
    </>
  );
}

function Hit(props: { hit: MessageHit }) {
  const { hit } = props;
  const { path } = useRoute();
  const here = path[0] === hit.conversation && path[1] === `${hit.seq}`;
  return (
    <li>
      <a
        className={css.hit}
        href={to("chat", hit.conversation, `${hit.seq}`)}
        aria-current={here ? "true" : undefined}
        onClick={() => {
          // Going to the current address does nothing, so it is left first: a user who scrolled away gets back.
          if (here) flushSync(() => goInstead("chat", hit.conversation));
        }}
      >
        <span className={`small dim ${css.hitTitle}`}>
          <bdi className="cut grow">{hit.title}</bdi>
          <Archived conversation={hit.conversation} />
          <When at={hit.at} />
        </span>
        <span className={css.hitText}>
          <Marked excerpt={hit.excerpt} />
        </span>
        <span className={`small dim ${css.hitBy}`}>
          {hit.server === null ? (
            say(`chat-speaker-${hit.speaker}`)
          ) : (
            <Say id="chat-found-server" args={{ server: <bdi>{hit.server}</bdi> }} />
          )}
        </span>
      </a>
    </li>
  );
}

/** That a conversation is archived, where it is. */
function Archived(props: { conversation: string }) {
  const archived = useHost((host) =>
    host.conversations.some((it) => it.id === props.conversation && it.section === "archived"),
  );
  return archived ? <Tag>{say("chat-found-archived")}</Tag> : null;
}

/** A piece of a text with its marks: text only, never markup, whatever is in it (S-19). */
function Marked(props: { excerpt: Excerpt }) {
  const { text, marks } = props.excerpt;
  const pieces = [];
  let end = 0;
  for (const mark of marks) {
    pieces.push(<Escaped key={end} text={text.text.slice(end, mark.from)} />);
    pieces.push(<mark key={`m${mark.from}`}>{text.text.slice(mark.from, mark.to)}</mark>);
    end = mark.to;
  }
  pieces.push(<Escaped key={end} text={text.text.slice(end)} />);
  return (
    <>
      <bdi>{pieces}</bdi>
      {text.hidden > 0 ? (
        <>
          {" "}
          <Tag tone="wait">{say("elements-hidden", { count: text.hidden })}</Tag>
        </>
      ) : null}
    </>
  );
}
