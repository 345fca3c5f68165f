import { ActionIcon, Button, TextInput } from "@mantine/core";
import { type MouseEvent, memo, useDeferredValue, useState } from "react";
import type { ConversationFolder, ConversationSection, ConversationSummary } from "../../bindings/host";
import { ActionMenu, Bar, Dot, MoreIcon, messageField, ProblemNote, When } from "../../elements";
import { useComposing } from "../../elements/useComposing";
import { say } from "../../l10n";
import { go, isAt, to } from "../../route";
import { ariaKeysOf, keysOf } from "../../shortcuts";
import { useHost, useHostCommand, useStore } from "../../store";
import { openToWrite } from "../../writing";
import { CompactInPlace } from "./CompactInPlace";
import css from "./ConversationList.module.css";
import { ConversationSections } from "./ConversationSections";
import { Export } from "./Export";
import inPlace from "./InPlace.module.css";
import { NameForm } from "./NameForm";
import { NewFolder } from "./NewFolder";
import { SearchResults } from "./SearchResults";

/** The conversations in their sections, or what is found in them. */
export function ConversationList(props: {
  conversations: ConversationSummary[];
  chosen: string | null;
  onNew: (event: MouseEvent) => void;
  starting: boolean;
}) {
  const [text, setText] = useState("");
  const words = useDeferredValue(text.trim());
  const composing = useComposing();
  return (
    <>
      <Bar
        title={say("app-room-chat")}
        actions={
          <Button
            onClick={props.onNew}
            loading={props.starting}
            aria-label={say("chat-new-name")}
            aria-keyshortcuts={ariaKeysOf("conversation")}
            title={keysOf("conversation").join(" ")}
          >
            {say("chat-new")}
          </Button>
        }
      />
      {props.conversations.length > 0 ? (
        <div className={css.search}>
          <TextInput
            type="search"
            aria-label={say("chat-search")}
            placeholder={say("chat-search")}
            value={text}
            maxLength={1_000}
            onChange={(event) => setText(event.currentTarget.value)}
            onCompositionEnd={composing.onCompositionEnd}
            onKeyDown={(event) => {
              if (!composing.isComposing(event) && event.key === "Escape" && text !== "") {
                event.stopPropagation();
                setText("");
              }
            }}
          />
        </div>
      ) : null}
      {words !== "" ? (
        <SearchResults words={words} />
      ) : (
        <ConversationSections conversations={props.conversations} chosen={props.chosen} />
      )}
    </>
  );
}

/** Drawn again only when it changed: there may be thousands, and one is clicked or written in. */
export const ConversationRow = memo(function ConversationRow(props: {
  summary: ConversationSummary;
  here: boolean;
  /** Today: on another day its time is said otherwise. */
  day: string;
  folders: readonly ConversationFolder[];
  onMove: (id: string, section: ConversationSection) => void;
  onFile: (id: string, folder: string | null) => void;
}) {
  const { summary, here, folders } = props;
  const move = (section: ConversationSection) => props.onMove(summary.id, section);
  const file = (folder: string | null) => props.onFile(summary.id, folder);
  const [mode, setMode] = useState<"renaming" | "deleting" | "exporting" | "compacting" | "filing" | null>(
    null,
  );
  const unread = useHost((host) => host.unread.has(summary.id));
  const store = useStore();
  const plain = () => setMode(null);
  if (mode !== null) {
    const forms = {
      renaming: <Rename summary={summary} onDone={plain} />,
      deleting: <Delete summary={summary} onDone={plain} />,
      exporting: <Export summary={summary} onDone={plain} />,
      compacting: <CompactInPlace id={summary.id} onDone={plain} />,
      filing: <NewFolder conversation={summary.id} onDone={plain} />,
    };
    return <li data-conversation={summary.id}>{forms[mode]}</li>;
  }
  return (
    <li
      className={css.conversation}
      data-here={here}
      data-unread={unread || undefined}
      data-conversation={summary.id}
    >
      <a
        href={to("chat", summary.id)}
        aria-current={here ? "page" : undefined}
        onClick={(event) => {
          // A user who clicks it usually writes in it next; with the keyboard the focus stays in the list.
          if (event.detail > 0 && here) messageField()?.focus();
          else if (event.detail > 0) openToWrite(store, summary.id);
        }}
      >
        <bdi className={`cut ${css.title}`}>{summary.title}</bdi>
        <span className={`small dim ${css.when}`}>
          {summary.busy ? (
            <>
              <Dot shape="half" /> {say("chat-list-busy")}
            </>
          ) : (
            <>
              {unread ? (
                <>
                  <Dot shape="circle" /> {say("chat-list-unread")} ·
                </>
              ) : null}
              <When at={summary.updated_at} style="minute" />
            </>
          )}
        </span>
      </a>
      <ActionMenu
        position="bottom-end"
        width={160}
        target={
          <ActionIcon
            variant="subtle"
            className={css.more}
            aria-label={say("chat-list-more", { title: summary.title })}
          >
            <MoreIcon />
          </ActionIcon>
        }
        actions={[
          summary.section === "pinned"
            ? { key: "pin", words: say("chat-list-unpin"), onChoose: () => move("recent") }
            : { key: "pin", words: say("chat-list-pin"), onChoose: () => move("pinned") },
          summary.section === "archived"
            ? { key: "archive", words: say("chat-list-restore"), onChoose: () => move("recent") }
            : { key: "archive", words: say("chat-list-archive"), onChoose: () => move("archived") },
          { key: "rename", words: say("words-rename"), onChoose: () => setMode("renaming") },
          { key: "compact", words: say("chat-list-compact"), onChoose: () => setMode("compacting") },
          { key: "export", words: say("words-export"), onChoose: () => setMode("exporting") },
          { key: "delete", words: say("chat-list-delete"), onChoose: () => setMode("deleting") },
        ]}
        more={{
          heading: say("chat-list-move"),
          actions: [
            ...folders
              .filter((it) => it.id !== summary.folder)
              .map((it) => ({ key: it.id, words: <bdi>{it.name}</bdi>, onChoose: () => file(it.id) })),
            ...(summary.folder === null
              ? []
              : [{ key: "none", words: say("chat-list-no-folder"), onChoose: () => file(null) }]),
            { key: "new", words: say("chat-list-new-folder"), onChoose: () => setMode("filing") },
          ],
        }}
      />
    </li>
  );
});

function Rename(props: { summary: ConversationSummary; onDone: () => void }) {
  const { id, title } = props.summary;
  const rename = useHostCommand("rename_conversation");
  return (
    <NameForm
      field={{ "aria-label": say("chat-rename-title"), maxLength: 120 }}
      name={title}
      words={say("words-rename")}
      pending={rename.isPending}
      problem={rename.error}
      onSave={(words) => rename.mutate({ id, title: words }, { onSuccess: props.onDone })}
      onCancel={props.onDone}
    />
  );
}

function Delete(props: { summary: ConversationSummary; onDone: () => void }) {
  const remove = useHostCommand("delete_conversation");
  const { id, title } = props.summary;
  return (
    <div
      className={inPlace.box}
      role="group"
      aria-label={say("chat-delete-label")}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          props.onDone();
        }
      }}
    >
      <p className="small">{say("chat-delete-question", { title })}</p>
      {remove.error ? <ProblemNote problem={remove.error} live /> : null}
      <div className={`row ${inPlace.buttons}`}>
        <Button size="xs" onClick={props.onDone} autoFocus>
          {say("words-cancel")}
        </Button>
        <Button
          size="xs"
          loading={remove.isPending}
          onClick={() =>
            // The row is gone before the reply is here. A user who is elsewhere by then stays there.
            remove.mutateAsync({ id }).then(
              () => isAt("chat", id) && go("chat"),
              () => {},
            )
          }
        >
          {say("chat-delete")}
        </Button>
      </div>
    </div>
  );
}
