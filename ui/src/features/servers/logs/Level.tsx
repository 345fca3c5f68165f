/** How much a server says in its log messages, where it can be asked for that. */
import type { ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import { LOG_LEVELS, levelWord } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import css from "./logs.module.css";

const levels = () =>
  LOG_LEVELS.map((value) => ({
    value,
    label:
      value === "emergency" ? levelWord(value) : say("servers-logs-level-from", { level: levelWord(value) }),
  }));

export function Level({ server }: { server: ServerSummary }) {
  const detail = useHostQuery("server", { id: server.id });
  const set = useHostCommand("set_log_level");
  if (detail.data?.takes_log_level !== true) return null;
  const level = set.isPending ? set.variables.level : detail.data.log_level;
  // A server that was asked for a level may keep it until it starts again.
  const left = set.isSuccess ? "servers-logs-level-server-next" : "servers-logs-level-server";
  const who = level === null ? left : "servers-logs-level-set";
  return (
    <div className={`row ${css.level}`}>
      <span>{say("servers-logs-level")}</span>
      <FilterSelect
        label={say("servers-logs-level")}
        all={say("servers-logs-level-unset")}
        data={levels()}
        value={level}
        onChange={(next) => set.mutate({ server: server.id, level: next })}
        className={css.levels}
      />
      <span className={css.said}>{say(who, { server: server.label })}</span>
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </div>
  );
}
