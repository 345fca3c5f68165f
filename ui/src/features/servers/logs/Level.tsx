/** How much a server says in its log messages, where it can be asked for that. */
import type { ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { useHostCommand, useHostQuery } from "../../../store";
import { LOG_LEVELS, levelWord } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import css from "./logs.module.css";

const levels = () =>
  LOG_LEVELS.map((value) => ({
    value,
    label: value === "emergency" ? levelWord(value) : `${levelWord(value)} and above`,
  }));

export function Level({ server }: { server: ServerSummary }) {
  const detail = useHostQuery("server", { id: server.id });
  const set = useHostCommand("set_log_level");
  if (detail.data?.takes_log_level !== true) return null;
  const level = set.isPending ? set.variables.level : detail.data.log_level;
  return (
    <div className={css.level}>
      <span>Log messages</span>
      <FilterSelect
        label="Level of log messages"
        all="as the server decides"
        data={levels()}
        value={level}
        onChange={(next) => set.mutate({ server: server.id, level: next })}
        className={css.levels}
      />
      <span className={css.said}>
        {level === null
          ? `“${server.label}” decides which log messages it sends${set.isSuccess ? ", at the latest from its next start on" : ""}.`
          : `“${server.label}” is asked for these until Portcullis ends. What it writes to standard error does not change.`}
      </span>
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </div>
  );
}
