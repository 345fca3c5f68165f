/** The tools of a server: found by words, of any number, and one of them with its form. */
import { TextInput } from "@mantine/core";
import { useCallback, useDeferredValue, useState } from "react";
import type { ExcludedTool, ServerSummary, ToolEntry, ToolList } from "../../../bindings/host";
import { Columns, EmptyRoom, ForeignText, ProblemNote, Tag } from "../../../elements";
import { VirtualList } from "../../../elements/VirtualList";
import { go } from "../../../route";
import { useAsk } from "../../../store";
import { count, many } from "../../../words";
import { ToolPage } from "./ToolPage";
import css from "./tools.module.css";

const ROW = 50;

export function ToolsTab({ server, item }: { server: ServerSummary; item: string | null }) {
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const tools = useAsk("tools", { server: server.id, query }, { keepPrevious: true });
  const choose = useCallback((tool: ToolEntry) => go("servers", server.id, "tools", tool.name), [server.id]);
  const list = tools.data;
  return (
    <Columns
      shape="narrow"
      open={item !== null}
      onBack={() => go("servers", server.id, "tools")}
      backTo="All tools"
      list={
        <div className={css.tab}>
          <div className={css.search}>
            <TextInput
              type="search"
              aria-label="Search tools"
              placeholder="Search tools"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                const first = list?.tools[0];
                if (event.key === "Enter" && first !== undefined) choose(first);
              }}
            />
          </div>
          {tools.error !== null && <ProblemNote problem={tools.error} server={server.label} />}
          {list !== undefined && (
            <Found list={list} query={query} server={server} item={item} choose={choose} />
          )}
        </div>
      }
      detail={
        item === null ? (
          list !== undefined && list.total === 0 ? null : (
            <EmptyRoom title="Choose a tool">
              You can call it by hand, with a form made from its schema.
            </EmptyRoom>
          )
        ) : (
          <ToolPage key={item} server={server} name={item} />
        )
      }
    />
  );
}

function Found(props: {
  list: ToolList;
  query: string;
  server: ServerSummary;
  item: string | null;
  choose: (tool: ToolEntry) => void;
}) {
  const { list, query, server, item, choose } = props;
  const chosen = item === null ? -1 : list.tools.findIndex((tool) => tool.name === item);
  return (
    <>
      {query !== "" && (
        <p className={css.note} role="status">
          {count(list.found)} of {many(list.total, "tool")}
          {list.found > list.tools.length && ` · the best ${count(list.tools.length)} are listed`}
        </p>
      )}
      {list.total === 0 ? (
        <EmptyRoom title="No tools">
          {server.state.phase === "ready"
            ? `“${server.label}” offers no tools.`
            : "They are listed when it has started."}
        </EmptyRoom>
      ) : list.tools.length === 0 ? (
        <EmptyRoom title="Nothing matches">Try fewer words.</EmptyRoom>
      ) : (
        <VirtualList
          className={css.list}
          label={`Tools of ${server.label}`}
          items={list.tools}
          keyOf={(tool) => tool.name}
          estimate={ROW}
          chosen={chosen}
          choose={choose}
          row={(tool, index) => <Row tool={tool} chosen={index === chosen} />}
        />
      )}
      <LeftOut excluded={list.excluded} beyond={list.beyond_limit} />
    </>
  );
}

function Row({ tool, chosen }: { tool: ToolEntry; chosen: boolean }) {
  return (
    <div className={css.tool} data-chosen={chosen}>
      <span className={css.toolName}>
        <ForeignText value={tool.title ?? tool.shown} badge={false} />
      </span>
      {tool.title !== null && (
        <span className={css.raw}>
          <ForeignText value={tool.shown} mono badge={false} />
        </span>
      )}
      {tool.title === null && tool.summary.text !== "" && (
        <span className={css.summary}>{tool.summary.text}</span>
      )}
      {tool.state.kind === "changed" && <Tag tone="wait">changed</Tag>}
    </div>
  );
}

function LeftOut({ excluded, beyond }: { excluded: ExcludedTool[]; beyond: number }) {
  if (excluded.length === 0 && beyond === 0) return null;
  return (
    <details className={css.leftOut}>
      <summary>{many(excluded.length + beyond, "tool")} left out</summary>
      <ul>
        {excluded.slice(0, 200).map((tool, index) => (
          <li key={index}>
            <ForeignText value={tool.shown} mono />
            <div className="dim">{tool.reason}</div>
          </li>
        ))}
      </ul>
      {excluded.length > 200 && <p className="dim">And {count(excluded.length - 200)} more.</p>}
      {beyond > 0 && (
        <p className="dim">
          {many(beyond, "tool")} beyond the limit {beyond === 1 ? "was" : "were"} not read.
        </p>
      )}
    </details>
  );
}
