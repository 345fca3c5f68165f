import { ActionIcon } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import type { ConversationFolder } from "../../bindings/host";
import { ActionMenu, ChevronIcon, MoreIcon, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useFolderCommand } from "./commands";
import css from "./FolderSection.module.css";
import { NameForm } from "./NameForm";

/** A folder of the list: its name, which shows and hides its conversations, and what can be done with it. */
export function FolderSection(props: {
  folder: ConversationFolder;
  /** How many conversations are in it. */
  count: number;
  /** Those that are shown: all of them, or while it is collapsed the one that is looked at. */
  rows: ReactNode[];
  /** The focus was in it. */
  onRemoved: () => void;
}) {
  const { folder, rows } = props;
  const [renaming, setRenaming] = useState(false);
  const head = useRef<HTMLButtonElement>(null);
  const collapse = useFolderCommand("collapse_folder");
  const rename = useFolderCommand("rename_folder");
  const remove = useFolderCommand("remove_folder");
  const done = () => {
    setRenaming(false);
    requestAnimationFrame(() => head.current?.focus());
  };
  const problem = collapse.error ?? remove.error;
  return (
    <section className={css.folder} aria-label={folder.name}>
      {renaming ? (
        <NameForm
          field={{ label: say("chat-folder"), maxLength: 60 }}
          name={folder.name}
          words={say("words-rename")}
          pending={rename.isPending}
          problem={rename.error}
          onSave={(name) => rename.mutate({ folder: folder.id, name }, { onSuccess: done })}
          onCancel={done}
        />
      ) : (
        <div className={css.head}>
          <button
            ref={head}
            type="button"
            className={css.name}
            aria-expanded={!folder.collapsed}
            data-folder={folder.id}
            onClick={() => collapse.mutate({ folder: folder.id, collapsed: !folder.collapsed })}
          >
            <ChevronIcon open={!folder.collapsed} />
            <bdi className="cut">{folder.name}</bdi>
            <span className={css.count}>
              <span aria-hidden="true">{props.count}</span>
              <span className="visually-hidden">{say("chat-folder-count", { count: props.count })}</span>
            </span>
          </button>
          <ActionMenu
            position="bottom-end"
            width={160}
            target={
              <ActionIcon variant="subtle" aria-label={say("chat-folder-more", { name: folder.name })}>
                <MoreIcon />
              </ActionIcon>
            }
            actions={[
              {
                key: "rename",
                words: say("chat-folder-rename-menu"),
                onChoose: () => setRenaming(true),
              },
              {
                key: "remove",
                words: say("chat-folder-remove"),
                onChoose: () => remove.mutate({ folder: folder.id }, { onSuccess: props.onRemoved }),
              },
            ]}
          />
        </div>
      )}
      {problem ? <ProblemNote problem={problem} live /> : null}
      {rows.length > 0 ? <ul aria-label={folder.name}>{rows}</ul> : null}
      {props.count === 0 && !folder.collapsed ? (
        <p className={`${css.empty} dim small`}>{say("chat-folder-empty")}</p>
      ) : null}
    </section>
  );
}
