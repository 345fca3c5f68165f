/** Searches the copy of a registry as one types. The words stay on this computer. */
import { Button, Menu, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import type { RegistryMatch, RegistryState } from "../../../bindings/host";
import { Bar, EmptyRoom, ForeignText, MoreIcon, ProblemNote, Tag, When } from "../../../elements";
import { Confirm } from "../../../elements/ConfirmButton";
import { Say, say } from "../../../l10n";
import { REGISTRY, to } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import form from "../form/form.module.css";
import css from "./registry.module.css";
import { useSearchWords } from "./words";

/** Milliseconds after the last key until the copy is searched. */
const PAUSE = 120;

export function SearchRegistry({ state }: { state: RegistryState }) {
  const [words, setWords] = useSearchWords();
  const [settled] = useDebouncedValue(words, PAUSE);
  const search = useHostQuery("search_registry", { words: settled }, { keepPrevious: true });
  const update = useHostCommand("update_registry");
  const turnOff = useHostCommand("turn_off_registry");
  const [ending, setEnding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const problem = update.error ?? turnOff.error ?? state.problem;
  return (
    <>
      <Bar
        room={false}
        title={say("servers-registry-title")}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" aria-label={say("servers-registry-more")} px={8}>
                <MoreIcon />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={state.updating} onClick={() => update.mutate({})}>
                {say("servers-registry-update")}
              </Menu.Item>
              <Menu.Item onClick={() => setEnding(true)}>{say("servers-registry-turn-off")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      <div className={form.scroll}>
        <div className={form.reading}>
          {ending ? (
            <Confirm
              question={say("servers-registry-turn-off-question")}
              yes={say("servers-registry-turn-off")}
              busy={turnOff.isPending}
              onNo={() => setEnding(false)}
              onYes={() => turnOff.mutate({}, { onSuccess: () => setWords("") })}
            />
          ) : null}
          <div className={css.search}>
            <TextInput
              type="search"
              aria-label={say("servers-registry-search")}
              placeholder={say("servers-registry-search")}
              value={words}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              onChange={(event) => setWords(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "ArrowDown") return;
                event.preventDefault();
                list.current?.querySelector<HTMLElement>("a")?.focus();
              }}
            />
            <Copied state={state} count={search.data?.count ?? null} shown={search.data?.found.length ?? 0} />
          </div>
          {problem !== null ? <ProblemNote problem={problem} tone="wait" live /> : null}
          {search.error !== null ? <ProblemNote problem={search.error} live /> : null}
          {search.data === undefined ? null : search.data.found.length > 0 ? (
            <Results matches={search.data.found} list={list} />
          ) : (
            <Nothing words={search.data.words} state={state} />
          )}
        </div>
      </div>
    </>
  );
}

/** How many were found, and how fresh the copy is. */
function Copied(props: { state: RegistryState; count: number | null; shown: number }) {
  const { state, count, shown } = props;
  return (
    <p className={css.line} role="status">
      <span>
        {state.updating
          ? say("servers-registry-copying", { count: state.servers })
          : count === null
            ? null
            : count > shown
              ? say("servers-registry-first", { shown, count })
              : say("servers-registry-count", { count })}
      </span>
      {state.updated_at !== null ? (
        <span>
          <Say id="servers-registry-updated" args={{ time: <When at={state.updated_at} /> }} />
        </span>
      ) : null}
    </p>
  );
}

function Results(props: { matches: RegistryMatch[]; list: React.RefObject<HTMLUListElement | null> }) {
  return (
    <ul
      ref={props.list}
      className={css.results}
      aria-label={say("servers-registry-results")}
      onKeyDown={(event) => {
        const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
        const links = [...(props.list.current?.querySelectorAll<HTMLElement>("a") ?? [])];
        const at = links.indexOf(document.activeElement as HTMLElement);
        if (step === 0 || at < 0) return;
        event.preventDefault();
        links[at + step]?.focus();
      }}
    >
      {props.matches.map((match) => (
        <li key={match.name}>
          <a href={to("servers", REGISTRY, match.name)} className={css.match}>
            <span className={css.head}>
              <span className={css.title}>
                <ForeignText value={match.title} />
              </span>
              <span className="dim small">
                <ForeignText value={match.version} />
              </span>
              <Status status={match.status} />
            </span>
            <code className={css.name}>{match.name}</code>
            <span className={css.description}>
              <ForeignText value={match.description} />
            </span>
            <span className="dim small">{where(match)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function Status({ status }: { status: RegistryMatch["status"] }) {
  if (status === "active") return null;
  return <Tag tone={status === "deleted" ? "bad" : "wait"}>{say(`servers-registry-${status}`)}</Tag>;
}

function where({ local, remote }: RegistryMatch): string {
  if (local && remote) return say("servers-registry-both");
  if (local) return say("servers-registry-local");
  return remote ? say("servers-registry-remote") : say("servers-registry-nowhere");
}

function Nothing({ words, state }: { words: string; state: RegistryState }) {
  if (state.servers === 0) {
    return (
      <EmptyRoom title={say(state.updating ? "servers-registry-first-copy" : "servers-registry-empty")}>
        {say(state.updating ? "servers-registry-first-copy-help" : "servers-registry-empty-help")}
      </EmptyRoom>
    );
  }
  return (
    <EmptyRoom title={say("servers-registry-none", { words })}>{say("servers-registry-none-help")}</EmptyRoom>
  );
}
