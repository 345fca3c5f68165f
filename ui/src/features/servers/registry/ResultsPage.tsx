/** The list of a registry, found by words in its copy on this computer. */
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef } from "react";
import type { RegistryMatch, RegistrySearch, RegistryState } from "../../../bindings/host";
import { EmptyRoom, ForeignText, ProblemNote, RawText, Tag } from "../../../elements";
import { HiddenBadge } from "../../../elements/ForeignText";
import { useComposing } from "../../../elements/useComposing";
import { say } from "../../../l10n";
import { go, REGISTRY, to } from "../../../route";
import { useHostQuery } from "../../../store";
import { CopyLine, Update } from "./CopyLine";
import { EntryIcon } from "./EntryIcon";
import css from "./registry.module.css";
import { StatusTag } from "./StatusTag";

/** Milliseconds after the last key until a search begins. */
const PAUSE = 120;

interface Props {
  state: RegistryState;
  words: string;
  onWords: (words: string) => void;
  /** The entry that was looked at last. */
  seen: string | null;
}

export function ResultsPage({ state, words, onWords, seen }: Props) {
  const page = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const composing = useComposing();
  const wanted = words.trim();
  const [settled] = useDebouncedValue(wanted, PAUSE);
  const search = useHostQuery("search_registry", { words: settled }, { keepPrevious: true });
  const current = wanted === settled && !search.isPlaceholderData;
  const first = useRef(seen);
  // What is tried again may still succeed.
  const failed = state.updating ? null : state.problem;

  // The search, or where the list was left.
  useLayoutEffect(() => {
    const left = links(page.current).find((it) => it.dataset.entry === first.current);
    (left ?? field.current)?.focus();
  }, []);

  function step(event: KeyboardEvent) {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const stops: (Element | null)[] = [field.current, ...links(page.current)];
    const at = stops.indexOf(document.activeElement);
    if (by === 0 || at < 0) return;
    event.preventDefault();
    const next = stops[at + by];
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <div className={`column ${css.page}`} role="search" ref={page} onKeyDown={step}>
      <div className={css.top}>
        <TextInput
          ref={field}
          type="search"
          aria-label={say("servers-registry-search")}
          placeholder={say("servers-registry-search")}
          maxLength={200}
          value={words}
          onChange={(event) => onWords(event.currentTarget.value)}
          onCompositionEnd={composing.onCompositionEnd}
          onKeyDown={(event) => {
            const [best] = search.data?.found ?? [];
            if (composing.isComposing(event) || event.key !== "Enter") return;
            if (current && wanted !== "" && best !== undefined) go("servers", REGISTRY, best.name);
          }}
        />
        <CopyLine state={state} failed={failed !== null} />
        {failed !== null ? (
          <ProblemNote
            problem={failed}
            tone={state.updated_at === null ? "bad" : "wait"}
            live
            action={<Update />}
          />
        ) : null}
        {search.error !== null ? <ProblemNote problem={search.error} live /> : null}
      </div>
      {search.data !== undefined ? <Found search={search.data} state={state} /> : null}
    </div>
  );
}

function links(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>("a[data-entry]") ?? [])];
}

const Found = memo(function Found({ search, state }: { search: RegistrySearch; state: RegistryState }) {
  const { found, count, words } = search;
  if (words === "" && count === 0) return <NoCopy state={state} />;
  return (
    <>
      <div className={`small dim ${css.count}`}>
        <span role="status">{found.length === 0 ? say("servers-none-found") : counted(search)}</span>
        {found.length > 0 ? <span>{say("servers-registry-from")}</span> : null}
      </div>
      {found.length > 0 ? (
        <ul className={`scrolls ${css.list}`} aria-label={say("servers-registry-list")} data-attributed>
          {found.map((match) => (
            <Match key={match.name} match={match} icons={state.icons} />
          ))}
        </ul>
      ) : (
        <p className={css.none}>{say("servers-registry-none-help")}</p>
      )}
    </>
  );
});

/** Without a search, how many there are stands above. */
function counted({ found, count, words }: RegistrySearch): string {
  if (words === "")
    return count > found.length ? say("servers-registry-newest", { found: found.length, count }) : "";
  if (count > found.length) return say("servers-registry-found", { found: found.length, count });
  return say("servers-registry-count", { count });
}

/** There is nothing to search yet. */
function NoCopy({ state }: { state: RegistryState }) {
  if (state.updating)
    return (
      <EmptyRoom title={say("servers-registry-copying", { count: state.servers })}>
        {say("servers-registry-copying-help")}
      </EmptyRoom>
    );
  return (
    <EmptyRoom title={say("servers-registry-empty")} action={<Update />}>
      {say("servers-registry-empty-help")}
    </EmptyRoom>
  );
}

function Match({ match, icons }: { match: RegistryMatch; icons: boolean }) {
  const id = useId();
  return (
    <li className={css.match} data-icons={icons}>
      {icons ? <EntryIcon name={match.name} title={match.title} has={match.icon} /> : null}
      <div className={css.head}>
        <a
          href={to("servers", REGISTRY, match.name)}
          data-entry={match.name}
          className={css.open}
          aria-describedby={id}
        >
          <span className={css.title}>
            <ForeignText value={match.title} badge={false} />
          </span>{" "}
          <HiddenBadge value={match.title} />
          <span className="dim">
            <RawText text={match.name} mono />
          </span>
        </a>
        <span className={`cut small faint ${css.version}`}>
          <ForeignText value={match.version} badge={false} />
        </span>
      </div>
      <div className={css.beneath} id={id}>
        <span className="cut grow small dim">
          <ForeignText value={match.description} badge={false} />
        </span>
        <span className={css.marks}>
          {/* Beside what is cut off, which does not conceal it (S-41). */}
          <HiddenBadge value={match.description} />
          <StatusTag status={match.status} />
          {match.local ? <Tag>{say("servers-where-local")}</Tag> : null}
          {match.remote ? <Tag>{say("servers-registry-remote")}</Tag> : null}
        </span>
      </div>
    </li>
  );
}
