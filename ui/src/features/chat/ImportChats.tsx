import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { ChatImport, FoundChat, Problem } from "../../bindings/host";
import { Bar, ForeignText, ProblemNote, Tag, When } from "../../elements";
import { Check } from "../../elements/inputs/Check";
import { code, formats, Say, say } from "../../l10n";
import { go } from "../../route";
import { useHostCommand, useHostQuery } from "../../store";
import css from "./ImportChats.module.css";

/**
 * The page that imports conversations: a file is chosen in the system's dialog or was dropped, and what is in it is shown first.
 * `dropped` is its place among the files of conversations that were dropped.
 */
export function ImportChats(props: { dropped: number | null }) {
  const { file, problem, pending, choose } = useOpened(props.dropped);
  const { mutate: close } = useHostCommand("close_chats");
  const id = file?.id;
  useEffect(() => {
    // A page that is left forgets the file, here and in the host.
    return id === undefined ? undefined : () => close({ import: id });
  }, [id, close]);
  return (
    <>
      <Bar
        room={false}
        title={say("chat-import")}
        actions={
          <Button variant={file === null ? "filled" : "default"} loading={pending} onClick={choose}>
            {say(file === null ? "chat-import-choose" : "chat-import-other")}
          </Button>
        }
      />
      <div className="scrolls">
        <div className={css.reading}>
          {problem !== null ? <ProblemNote problem={problem} live /> : null}
          {file === null ? <Formats /> : <Review key={file.id} file={file} />}
        </div>
      </div>
    </>
  );
}

/** The file that was opened last, from the dialog or dropped: one takes the place of the other. */
function useOpened(at: number | null) {
  const dialog = useHostCommand("open_chats");
  const dropped = useHostCommand("open_dropped_chats");
  const [file, setFile] = useState<ChatImport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const files = useHostQuery("dropped", {}).data?.files ?? null;
  const drop = at !== null && files?.chats.some((it) => it.at === at) ? files.id : null;
  const opened = useRef<string | null>(null);
  const { mutate } = dropped;
  useEffect(() => {
    const which = `${drop} ${at}`;
    if (drop !== null && at !== null && opened.current !== which) {
      opened.current = which;
      setProblem(null);
      mutate({ at }, { onSuccess: setFile, onError: setProblem });
    }
  }, [drop, at, mutate]);
  const choose = () => {
    setProblem(null);
    // A dialog that is closed without a choice changes nothing.
    dialog.mutate({}, { onSuccess: (chosen) => chosen !== null && setFile(chosen), onError: setProblem });
  };
  return { file, problem, pending: dialog.isPending || dropped.isPending, choose };
}

const FORMATS = ["chatgpt", "claude", "goose", "portcullis", "markdown"] as const;

function Formats() {
  return (
    <>
      <p>{say("chat-import-help")}</p>
      <ul className={css.formats}>
        {FORMATS.map((it) => (
          <li key={it}>
            <Say id={`chat-import-format-${it}`} tags={{ code }} />
          </li>
        ))}
      </ul>
      <p className="dim small">{say("chat-import-note")}</p>
    </>
  );
}

/** Rows that are drawn at once. */
const ROWS = 100;

function Review({ file }: { file: ChatImport }) {
  const { conversations, most } = file;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(suggested(file)));
  const [text, setText] = useState("");
  const [rows, setRows] = useState(ROWS);
  const keep = useHostCommand("import_chats");
  const words = text.trim().toLocaleLowerCase();
  const found =
    words === ""
      ? conversations
      : conversations.filter((it) => titleOf(it).toLocaleLowerCase().includes(words));
  const change = (next: ReadonlySet<number>) => {
    setChosen(next);
    keep.reset();
  };
  const toggle = (number: number) => {
    const next = new Set(chosen);
    if (!next.delete(number)) {
      next.add(number);
    }
    change(next);
  };
  const all = found.every((it) => chosen.has(it.number));
  const toggleAll = () => {
    const next = new Set(chosen);
    for (const { number } of found) {
      if (all) {
        next.delete(number);
      } else {
        next.add(number);
      }
    }
    change(next);
  };
  return (
    <>
      <div className={`row ${css.head}`}>
        <p role="status">
          <Say
            id="chat-import-found"
            args={{ count: conversations.length, file: <ForeignText value={file.file} mono /> }}
          />
        </p>
        <Tag>{say(`chat-import-from-${file.product}`)}</Tag>
      </div>
      {file.unreadable > 0 ? <p>{say("chat-import-unreadable", { count: file.unreadable })}</p> : null}
      {file.empty > 0 ? <p className="dim small">{say("chat-import-empty", { count: file.empty })}</p> : null}
      {file.beyond > 0 ? <p>{say("chat-import-beyond", { count: file.beyond })}</p> : null}
      {conversations.length > 1 ? (
        <div className={`buttons ${css.tools}`}>
          <TextInput
            type="search"
            aria-label={say("chat-import-filter")}
            placeholder={say("chat-import-filter")}
            value={text}
            maxLength={200}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setRows(ROWS);
            }}
          />
          <Button size="xs" variant="subtle" onClick={toggleAll} disabled={found.length === 0}>
            {say(all && found.length > 0 ? "chat-import-none" : "chat-import-all")}
          </Button>
        </div>
      ) : null}
      {found.length === 0 ? (
        <p className="dim small" role="status">
          {say("chat-import-filter-none")}
        </p>
      ) : (
        <ul className={`unmarked card ${css.found}`} aria-label={say("chat-import-list")}>
          {found.slice(0, rows).map((it) => (
            <Found
              key={it.number}
              found={it}
              chosen={chosen.has(it.number)}
              onToggle={() => toggle(it.number)}
            />
          ))}
        </ul>
      )}
      {found.length > rows ? (
        <Button size="xs" variant="subtle" className={css.more} onClick={() => setRows(rows + ROWS)}>
          {say("chat-import-more", { count: Math.min(ROWS, found.length - rows) })}
        </Button>
      ) : null}
      <div className={css.foot}>
        {keep.error !== null ? <ProblemNote problem={keep.error} live /> : null}
        {chosen.size > most ? (
          <p className={css.over} role="status">
            {say("chat-import-most", { count: most })}
          </p>
        ) : null}
        <div className={css.buttons}>
          <Button
            variant="filled"
            disabled={chosen.size === 0 || chosen.size > most}
            loading={keep.isPending}
            onClick={() =>
              keep.mutate(
                { import: file.id, chosen: [...chosen] },
                {
                  onSuccess: ({ conversations: [first] }) =>
                    first === undefined ? go("chat") : go("chat", first),
                },
              )
            }
          >
            {say("chat-import-now", { count: chosen.size })}
          </Button>
          <Button variant="subtle" onClick={() => go("chat")}>
            {say("words-cancel")}
          </Button>
        </div>
        <p className="dim small">{say("chat-import-note")}</p>
      </div>
    </>
  );
}

/** Those that were not imported before, as many as go at once, the newest first. */
function suggested({ conversations, most }: ChatImport): number[] {
  return conversations
    .filter((it) => !it.known)
    .slice(0, most)
    .map((it) => it.number);
}

const titleOf = (found: FoundChat) =>
  found.title.text.trim() === "" ? say("chat-import-untitled") : found.title.text;

function Found(props: { found: FoundChat; chosen: boolean; onToggle: () => void }) {
  const { found } = props;
  const at = found.updated_at ?? found.created_at;
  const left = found.omissions.map((it) => say(`chat-import-omits-${it.kind}`, { count: it.count }));
  return (
    <li>
      <Check
        checked={props.chosen}
        onChange={props.onToggle}
        className={css.row}
        label={
          <span className={css.words}>
            <span className={css.title}>
              {found.title.text.trim() === "" ? (
                <span className="dim">{say("chat-import-untitled")}</span>
              ) : (
                <ForeignText value={found.title} />
              )}
              {found.known ? <Tag>{say("chat-import-known")}</Tag> : null}
            </span>
            <span className={`small dim ${css.facts}`}>
              <span>{say("chat-import-messages", { count: found.messages })}</span>
              {at === null ? null : <When at={at} style="day" />}
            </span>
            {left.length > 0 ? (
              <span className={`small dim ${css.facts}`}>
                {say("chat-import-omits", { what: new Intl.ListFormat(formats()).format(left) })}
              </span>
            ) : null}
          </span>
        }
      />
    </li>
  );
}
