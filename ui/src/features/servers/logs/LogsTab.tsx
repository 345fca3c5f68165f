/** What a server writes beside the protocol, line by line. */
import { TextInput } from "@mantine/core";
import { memo, useDeferredValue, useMemo, useState } from "react";
import type { LogLine, LogSource, ServerSummary } from "../../../bindings/host";
import { EmptyRoom, ForeignText, ProblemNote, When } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { VirtualList } from "../../../elements/VirtualList";
import { say } from "../../../l10n";
import { LOG_LEVELS, levelWord, time } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import { Follow } from "../Follow";
import { useLogs } from "../tail";
import { filterLines, LOG_SOURCES, sourceWord } from "./filter";
import { Level } from "./Level";
import css from "./logs.module.css";

const sources = () => LOG_SOURCES.map((value) => ({ value, label: sourceWord(value) }));
const ROW = 22;

const seqOf = (line: LogLine) => line.seq;

export function LogsTab({ server }: { server: ServerSummary }) {
  const logs = useLogs(server.id);
  const [source, setSource] = useState<LogSource | null>(null);
  const [text, setText] = useState("");
  const [follow, setFollow] = useState(true);
  const wanted = useDeferredValue(text);
  const lines = logs.data?.items;
  const shown = useMemo(() => filterLines(lines ?? [], source, wanted), [lines, source, wanted]);
  return (
    <div className={`column ${css.tab}`}>
      <div className={`row ${css.tools}`}>
        <TextInput
          type="search"
          className={css.search}
          aria-label={say("servers-logs-search")}
          placeholder={say("servers-logs-search")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FilterSelect
          label={say("servers-logs-source")}
          all={say("servers-logs-source-all")}
          data={sources()}
          value={source}
          onChange={setSource}
          className={css.choice}
        />
        <span className="grow" />
        <Follow on={follow} onChange={setFollow} />
        <Copy
          text={() => shown.map(asText).join("\n")}
          label={say(shown.length === lines?.length ? "servers-logs-copy" : "servers-logs-copy-shown")}
        />
      </div>
      <Level server={server} />
      {logs.error !== null ? <ProblemNote problem={logs.error} server={server.label} /> : null}
      {lines !== undefined && lines.length === 0 ? (
        <EmptyRoom title={say("servers-logs-empty")}>
          {say("servers-logs-empty-help", { server: server.label })}
        </EmptyRoom>
      ) : null}
      {lines !== undefined && lines.length > 0 ? (
        <>
          <p className={`small dim ${css.note}`} role="status">
            {linesWords(shown.length, lines.length)}
            {logs.data !== undefined && logs.data.dropped > 0
              ? ` · ${say("servers-logs-dropped", { count: logs.data.dropped })}`
              : null}
          </p>
          <VirtualList
            className={css.lines}
            label={say("servers-logs-list", { server: server.label })}
            items={shown}
            keyOf={seqOf}
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

const Line = memo(function Line({ line }: { line: LogLine }) {
  return (
    <div className={css.line}>
      <span className={`cut ${css.time}`}>
        <When at={line.at} />
      </span>
      <span className={`cut ${css.source}`} data-junk={line.source === "junk"}>
        {levelOf(line) ?? sourceWord(line.source)}
      </span>
      <span className={css.text}>
        <ForeignText value={line.text} mono />
      </span>
    </div>
  );
});

function linesWords(shown: number, all: number): string {
  return shown === all ? say("servers-logs-lines", { all }) : say("servers-logs-lines-of", { shown, all });
}

/** How severe a log message is, by the word of the protocol where it is another one. */
function levelOf({ level }: LogLine): string | null {
  const known = LOG_LEVELS.find((it) => it === level);
  return known === undefined ? level : levelWord(known);
}

function asText(line: LogLine): string {
  return `${time(line.at, "both")}  ${sourceWord(line.source)}${line.level === null ? "" : ` ${line.level}`}  ${line.text.text}`;
}
