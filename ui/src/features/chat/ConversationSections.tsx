import { memo, useCallback, useEffect, useRef, useState } from "react";
import type { ConversationFolder, ConversationSection, ConversationSummary } from "../../bindings/host";
import { focusRoom, ProblemNote, useLostFocus } from "../../elements";
import { say } from "../../l10n";
import { CHAT_IMPORT, to } from "../../route";
import { useHostCommand, useHostQuery } from "../../store";
import { ConversationRow } from "./ConversationList";
import css from "./ConversationList.module.css";
import { FolderSection } from "./FolderSection";
import { NewFolder } from "./NewFolder";

/** The conversations: pinned ones on top, then the folders, the others, newest first, and below them the archived ones, folded away. */
export const ConversationSections = memo(function ConversationSections(props: {
  conversations: ConversationSummary[];
  chosen: string | null;
}) {
  const { conversations, chosen } = props;
  const of = (section: ConversationSection) => conversations.filter((it) => it.section === section);
  const asked = useHostQuery("conversation_folders", {});
  const folders = asked.data ?? NO_FOLDERS;
  const [pinned, listed, archived] = [of("pinned"), of("recent"), of("archived")];
  const isFiled = (it: ConversationSummary) => folders.some((folder) => folder.id === it.folder);
  const recent = listed.filter((it) => !isFiled(it));
  const inFolder = (folder: ConversationFolder) => listed.filter((it) => it.folder === folder.id);
  // Of a collapsed folder the one that is looked at stays in sight, also after a search led to it.
  const shownIn = (folder: ConversationFolder) =>
    inFolder(folder).filter((it) => !folder.collapsed || it.id === chosen);
  const chosenIsArchived = archived.some((it) => it.id === chosen);
  const [open, setOpen] = useState(chosenIsArchived);
  useEffect(() => {
    // One that is looked at is in sight, also after a search led to it.
    if (chosenIsArchived) {
      setOpen(true);
    }
  }, [chosenIsArchived]);
  const box = useRef<HTMLDivElement>(null);
  const newFolder = useRef<HTMLButtonElement>(null);
  // What was asked for in the place of a row, or the row itself, is gone: its menu has the focus again, or that of the next one.
  useLostFocus(
    box,
    (at) => (at.closest("form")?.parentElement === box.current ? NEW_FOLDER : near(box.current, at)),
    (was) => {
      if (was === NEW_FOLDER) return newFolder.current;
      const [row] = was.flatMap((id) => rowOf(box.current, id) ?? []);
      if (row === undefined && was.length > 0) {
        focusRoom();
      }
      return row?.parentElement?.querySelector<HTMLElement>("[aria-haspopup=menu]") ?? row;
    },
  );
  const move = useHostCommand("set_conversation_section");
  const next = useRef<string | null>(null);
  const file = useHostCommand("move_to_folder");
  const [naming, setNaming] = useState(false);
  const order = [...pinned, ...folders.flatMap(shownIn), ...recent, ...(open ? archived : [])].map(
    (it) => it.id,
  );
  // A row that changes its section is a new one, and the focus was in the one that is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows a change of the list
  useEffect(() => {
    if (next.current !== null) {
      rowOf(box.current, next.current)?.focus();
      next.current = null;
    }
  }, [conversations]);
  const forget = () => {
    next.current = null;
  };
  const moveTo = (id: string, section: ConversationSection) => {
    const hides = section === "archived" && !open;
    const at = order.indexOf(id);
    next.current = hides ? (order[at + 1] ?? order[at - 1] ?? ARCHIVED) : id;
    move.mutate({ id, section }, { onError: forget });
  };
  const fileIn = (id: string, to: string | null) => {
    const hides = folders.some((it) => it.id === to && it.collapsed) && id !== chosen;
    const at = order.indexOf(id);
    next.current = hides ? (order[at + 1] ?? order[at - 1] ?? null) : id;
    file.mutate({ conversation: id, folder: to }, { onError: forget });
  };
  const calls = useRef({ moveTo, fileIn });
  calls.current = { moveTo, fileIn };
  const onMove = useCallback(
    (id: string, section: ConversationSection) => calls.current.moveTo(id, section),
    [],
  );
  const onFile = useCallback((id: string, to: string | null) => calls.current.fileIn(id, to), []);
  const day = new Date().toDateString();
  const rows = (all: ConversationSummary[]) =>
    all.map((it) => (
      <ConversationRow
        key={it.id}
        summary={it}
        here={it.id === chosen}
        day={day}
        folders={folders}
        onMove={onMove}
        onFile={onFile}
      />
    ));
  const toFirst = () => requestAnimationFrame(() => box.current?.querySelector<HTMLElement>("a")?.focus());
  return (
    <>
      <div className={`scrolls ${css.conversations}`} ref={box}>
        {move.error ? <ProblemNote problem={move.error} live /> : null}
        {file.error ? <ProblemNote problem={file.error} live /> : null}
        {pinned.length > 0 ? (
          <section aria-label={say("chat-list-pinned")}>
            <h2>{say("chat-list-pinned")}</h2>
            <ul>{rows(pinned)}</ul>
          </section>
        ) : null}
        {folders.map((it) => (
          <FolderSection
            key={it.id}
            folder={it}
            count={inFolder(it).length}
            rows={rows(shownIn(it))}
            onRemoved={toFirst}
          />
        ))}
        {pinned.length + folders.length > 0 && recent.length > 0 ? <h2>{say("chat-list-recent")}</h2> : null}
        <ul aria-label={say("chat-conversations")}>{rows(recent)}</ul>
        {pinned.length === 0 && listed.length === 0 && archived.length > 0 ? (
          <p className={`${css.note} dim small`}>{say("chat-list-all-archived")}</p>
        ) : null}
        {archived.length > 0 ? (
          <details
            className={css.archived}
            open={open}
            onToggle={(event) => setOpen(event.currentTarget.open)}
          >
            <summary data-conversation={ARCHIVED}>
              {say("chat-list-archived", { count: archived.length })}
            </summary>
            {open ? <ul aria-label={say("chat-found-archived")}>{rows(archived)}</ul> : null}
          </details>
        ) : null}
        {naming ? <NewFolder conversation={null} onDone={() => setNaming(false)} /> : null}
      </div>
      {conversations.length > 0 ? (
        <p className={css.below}>
          <a className={css.import} href={to("chat", CHAT_IMPORT)}>
            {say("chat-import-open")}
          </a>
          {naming ? null : (
            <button ref={newFolder} type="button" className={css.import} onClick={() => setNaming(true)}>
              {say("chat-list-new-folder")}
            </button>
          )}
        </p>
      ) : null}
    </>
  );
});

const NO_FOLDERS: ConversationFolder[] = [];

/** Where the focus goes when no row is left to take it. */
const ARCHIVED = "archived";

/** Stands for the form that makes a folder. */
const NEW_FOLDER = "folder";

/** The row in which something has the focus, then those after it, and those before it; none outside of rows. */
function near(box: HTMLElement | null, at: HTMLElement): string[] {
  const all = [...(box?.querySelectorAll<HTMLElement>("li[data-conversation]") ?? [])];
  const place = all.findIndex((it) => it.contains(at));
  return place < 0
    ? []
    : [...all.slice(place), ...all.slice(0, place).reverse()].map((it) => it.dataset.conversation ?? "");
}

function rowOf(box: HTMLElement | null, id: string): HTMLElement | null {
  const row = box?.querySelector<HTMLElement>(`[data-conversation="${CSS.escape(id)}"]`);
  return row?.querySelector<HTMLElement>("a") ?? row ?? null;
}
