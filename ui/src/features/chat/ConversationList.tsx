import { ActionIcon, Button, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import type { ConversationSummary } from "../../bindings/host";
import { ActionMenu, Bar, Dot, MoreIcon, ProblemNote, When } from "../../elements";
import { go, to } from "../../route";
import { useHostCommand } from "../../store";
import css from "./ConversationList.module.css";
import { Export } from "./Export";
import inPlace from "./InPlace.module.css";
import { SearchResults } from "./SearchResults";

/** The conversations, newest first, or what is found in them. */
export function ConversationList(props: {
  conversations: ConversationSummary[];
  chosen: string | null;
  onNew: () => void;
  starting: boolean;
}) {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  return (
    <>
      <Bar
        title="Chat"
        actions={
          <Button onClick={props.onNew} loading={props.starting} aria-label="New conversation">
            New
          </Button>
        }
      />
      {props.conversations.length > 0 ? (
        <div className={css.search}>
          <TextInput
            type="search"
            aria-label="Search conversations"
            placeholder="Search conversations"
            value={text}
            maxLength={1_000}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape" && text !== "") {
                event.stopPropagation();
                setText("");
              }
            }}
          />
        </div>
      ) : null}
      {words !== "" ? (
        <SearchResults key={words} words={words} />
      ) : (
        <ul className={css.conversations} aria-label="Conversations">
          {props.conversations.map((it) => (
            <Line key={it.id} summary={it} here={it.id === props.chosen} />
          ))}
        </ul>
      )}
    </>
  );
}

function Line(props: { summary: ConversationSummary; here: boolean }) {
  const { summary, here } = props;
  const [mode, setMode] = useState<"plain" | "renaming" | "deleting" | "exporting">("plain");
  const plain = () => setMode("plain");
  if (mode === "renaming") {
    return (
      <li>
        <Rename summary={summary} onDone={plain} />
      </li>
    );
  }
  if (mode === "deleting") {
    return (
      <li>
        <Delete summary={summary} onDone={plain} />
      </li>
    );
  }
  if (mode === "exporting") {
    return (
      <li>
        <Export summary={summary} onDone={plain} />
      </li>
    );
  }
  return (
    <li className={css.conversation} data-here={here}>
      <a href={to("chat", summary.id)} aria-current={here ? "page" : undefined}>
        <bdi className={css.title}>{summary.title}</bdi>
        <span className={css.when}>
          {summary.busy ? (
            <>
              <Dot shape="half" /> at work
            </>
          ) : (
            <When at={summary.updated_at} />
          )}
        </span>
      </a>
      <ActionMenu
        position="bottom-end"
        width={160}
        target={
          <ActionIcon variant="subtle" className={css.more} aria-label={`More for “${summary.title}”`}>
            <MoreIcon />
          </ActionIcon>
        }
        actions={[
          { key: "rename", words: "Rename", onChoose: () => setMode("renaming") },
          { key: "export", words: "Export…", onChoose: () => setMode("exporting") },
          { key: "delete", words: "Delete…", onChoose: () => setMode("deleting") },
        ]}
      />
    </li>
  );
}

function Rename(props: { summary: ConversationSummary; onDone: () => void }) {
  const [title, setTitle] = useState(props.summary.title);
  const rename = useHostCommand("rename_conversation");
  return (
    <form
      className={inPlace.box}
      onSubmit={(event) => {
        event.preventDefault();
        const words = title.trim();
        if (words === "") {
          return;
        }
        rename.mutate({ id: props.summary.id, title: words }, { onSuccess: props.onDone });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          props.onDone();
        }
      }}
    >
      <TextInput
        aria-label="Title"
        value={title}
        maxLength={120}
        onChange={(event) => setTitle(event.currentTarget.value)}
        autoFocus
      />
      {rename.error ? <ProblemNote problem={rename.error} live /> : null}
      <div className={inPlace.buttons}>
        <Button size="xs" onClick={props.onDone}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={rename.isPending}>
          Rename
        </Button>
      </div>
    </form>
  );
}

function Delete(props: { summary: ConversationSummary; onDone: () => void }) {
  const remove = useHostCommand("delete_conversation");
  const { id, title } = props.summary;
  return (
    <section className={inPlace.box} aria-label="Delete the conversation?">
      <p className="small">
        Delete “{title}”? Its permissions end with it. What its calls did stays in Activity.
      </p>
      {remove.error ? <ProblemNote problem={remove.error} live /> : null}
      <div className={inPlace.buttons}>
        <Button size="xs" onClick={props.onDone} autoFocus>
          Keep it
        </Button>
        <Button
          size="xs"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id }, { onSuccess: () => go("chat") })}
        >
          Delete
        </Button>
      </div>
    </section>
  );
}
