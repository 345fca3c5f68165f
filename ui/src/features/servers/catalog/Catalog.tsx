/** What a server offers of one kind: found by words, of any number, and the chosen one beside it. */
import { TextInput } from "@mantine/core";
import { type ReactNode, useDeferredValue, useState } from "react";
import type { Foreign, Problem, ServerSummary } from "../../../bindings/host";
import {
  Columns,
  differs,
  EmptyRoom,
  ForeignText,
  ProblemNote,
  ServerTitle,
  TruncateMiddle,
} from "../../../elements";
import { useComposing } from "../../../elements/useComposing";
import { VirtualList } from "../../../elements/VirtualList";
import { say } from "../../../l10n";
import { go } from "../../../route";
import css from "./catalog.module.css";

/** What is listed. */
type Offered = "tools" | "resources" | "prompts";

/** Height of a usual line in pixels. */
const LINE = 49;

export interface Search {
  text: string;
  set: (text: string) => void;
  /** What is asked for. */
  query: string;
}

export function useSearch(): Search {
  const [text, set] = useState("");
  return { text, set, query: useDeferredValue(text.trim()) };
}

export function Catalog(props: {
  server: ServerSummary;
  of: Offered;
  search: Search;
  /** Opens the best that was found. */
  onEnter: () => void;
  problem: Problem | null;
  /** Under the search. */
  list: ReactNode;
  /** Something is chosen. */
  open: boolean;
  detail: ReactNode;
}) {
  const { server, of, search } = props;
  const composing = useComposing();
  return (
    <Columns
      shape="narrow"
      open={props.open}
      onBack={() => go("servers", server.id, of)}
      backTo={say(`servers-catalog-all-${of}`)}
      list={
        <div className={`column ${css.tab}`}>
          <div className={css.search}>
            <TextInput
              type="search"
              aria-label={say(`servers-catalog-search-${of}`)}
              placeholder={say(`servers-catalog-search-${of}`)}
              value={search.text}
              onChange={(event) => search.set(event.currentTarget.value)}
              onCompositionEnd={composing.onCompositionEnd}
              onKeyDown={(event) => {
                if (!composing.isComposing(event) && event.key === "Enter") props.onEnter();
              }}
            />
          </div>
          {props.problem !== null ? (
            <div className={css.problem}>
              <ProblemNote problem={props.problem} server={server.label} />
            </div>
          ) : null}
          {props.list}
        </div>
      }
      detail={props.detail}
    />
  );
}

/** The lines that were found. */
export function Lines<Item>(props: {
  label: string;
  items: readonly Item[];
  /** The same function each time, as in `useVirtualRows`. */
  keyOf: (item: Item) => string;
  chosen: number;
  choose: (item: Item) => void;
  row: (item: Item, chosen: boolean) => ReactNode;
}) {
  const { chosen } = props;
  return (
    <VirtualList
      className={css.list}
      label={props.label}
      items={props.items}
      keyOf={props.keyOf}
      estimate={LINE}
      chosen={chosen}
      choose={props.choose}
      row={(item, index) => props.row(item, index === chosen)}
    />
  );
}

/** One line: its picture where there are pictures, a name, what tells it from others beneath it, and marks. */
export function Line(props: {
  chosen: boolean;
  mark?: ReactNode;
  /** As it is called. */
  name: Foreign;
  /** The name is an address: its end tells two apart. */
  address?: boolean;
  beside: ReactNode;
  marks?: ReactNode;
}) {
  return (
    <div className={css.line} data-chosen={props.chosen} data-marked={Boolean(props.mark)}>
      {props.mark}
      <span className={props.address === true ? css.addressName : css.name}>
        {props.address === true ? (
          <TruncateMiddle value={props.name} />
        ) : (
          <ForeignText value={props.name} mono badge={false} />
        )}
      </span>
      {props.beside}
      {props.marks}
    </div>
  );
}

/** Beneath a name: what its server calls it, else the first words about it. */
export function Beneath(props: {
  title: Foreign | null;
  shown: Foreign;
  summary: Foreign;
  server: ServerSummary;
}) {
  const { title, shown, summary, server } = props;
  if (differs(shown, title)) {
    return (
      <span className={css.raw}>
        <ServerTitle title={title} server={server.label} beside badge={false} />
      </span>
    );
  }
  return summary.text === "" ? null : (
    <span className={css.summary}>
      <ForeignText value={summary} badge={false} />
    </span>
  );
}

/** What a list is empty for: a server that has nothing, one that is not there yet, or a search. */
export function Empty(props: { server: ServerSummary; of: Offered; total: number }) {
  const { server, of, total } = props;
  if (total > 0)
    return <EmptyRoom title={say("words-no-matches")}>{say("servers-catalog-unmatched-help")}</EmptyRoom>;
  return (
    <EmptyRoom title={say(`servers-catalog-none-${of}`)}>
      {server.state.phase === "ready"
        ? say(`servers-catalog-empty-${of}`, { server: server.label })
        : say("servers-catalog-later")}
    </EmptyRoom>
  );
}
