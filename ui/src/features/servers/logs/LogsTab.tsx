/** What a server writes beside the protocol, line by line. */
import { TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { LogLine, LogSource, ServerSummary } from "../../../bindings/host";
import { EmptyRoom, ForeignText, ProblemNote, When } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { VirtualList } from "../../../elements/VirtualList";
import { many, time } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import { Follow, shownOf } from "../Follow";
import { useLogs } from "../tail";
import { filterLines, sourceWord } from "./filter";
import { Level } from "./Level";
import css from "./logs.module.css";

const sources = Object.entries(sourceWord).map(([value, label]) => ({ value: value as LogSource, label }));
const ROW = 22;

export function LogsTab({ server }: { server: ServerSummary }) {
  const logs = useLogs(server.id);
  const [source, setSource] = useState<LogSource | null>(null);
  const [text, setText] = useState("");
  const [follow, setFollow] = useState(true);
  const wanted = useDeferredValue(text);
  const lines = logs.data?.items;
  const shown = useMemo(() => filterLines(lines ?? [], source, wanted), [lines, source, wanted]);
  return (
    <div className={css.tab}>
      <div className={css.tools}>
        <TextInput
          type="search"
          className={css.search}
          aria-label="Find in the log"
          placeholder="Find in the log"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FilterSelect
          label="Source"
          all="All sources"
          data={sources}
          value={source}
          onChange={setSource}
          className={css.choice}
        />
        <span className={css.grow} />
        <Follow on={follow} onChange={setFollow} />
        <Copy
          text={() => shown.map(asText).join("\n")}
          label={shown.length === lines?.length ? "Copy all" : "Copy these"}
        />
      </div>
      <Level server={server} />
      {logs.error !== null ? <ProblemNote problem={logs.error} server={server.label} /> : null}
      {lines !== undefined && lines.length === 0 ? (
        <EmptyRoom title="Nothing yet">
          What “{server.label}” writes to standard error or sends as log messages stands here.
        </EmptyRoom>
      ) : null}
      {lines !== undefined && lines.length > 0 ? (
        <>
          <p className={css.note} role="status">
            {shownOf(shown.length, lines.length, "line")}
            {logs.data !== undefined && logs.data.dropped > 0
              ? `, ${many(logs.data.dropped, "older line")} no longer kept`
              : null}
          </p>
          <VirtualList
            className={css.lines}
            label={`Log of ${server.label}`}
            items={shown}
            keyOf={(line) => line.seq}
            estimate={ROW}
            follow={follow}
            onFollow={setFollow}
            row={(line) => <Line line={line} />}
          />
        </>
      ) : null}
    </div>
  );
}

function Line({ line }: { line: LogLine }) {
  return (
    <div className={css.line}>
      <span className={css.time}>
        <When at={line.at} />
      </span>
      <span className={css.source} data-junk={line.source === "junk"}>
        {line.level ?? sourceWord[line.source]}
      </span>
      <span className={css.text}>
        <ForeignText value={line.text} mono />
      </span>
    </div>
  );
}

function asText(line: LogLine): string {
  return `${time(line.at, "both")}  ${sourceWord[line.source]}${line.level === null ? "" : ` ${line.level}`}  ${line.text.text}`;
}
