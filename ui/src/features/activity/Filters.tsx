import { Select } from "@mantine/core";
import { memo } from "react";
import type { Outcome, RecordFilter, RecordKind } from "../../bindings/host";
import { say } from "../../l10n";
import { useHost } from "../../store";
import css from "./activity.module.css";
import { KINDS, kindWord, OUTCOMES, outcomeWord } from "./words";

export const NO_FILTER: RecordFilter = { text: null, server: null, kind: null, outcome: null };

/** Narrows the audit log by server, kind and outcome. */
export const Filters = memo(function Filters({
  filter,
  onChange,
}: {
  filter: RecordFilter;
  onChange: (filter: RecordFilter) => void;
}) {
  const servers = useHost((host) => host.servers);
  const common = {
    clearable: true,
    className: css.filter,
    comboboxProps: { transitionProps: { duration: 0 } },
  };
  return (
    <div className={css.filters}>
      <Select
        {...common}
        aria-label={say("activity-server")}
        placeholder={say("servers-all")}
        data={servers.map((server) => ({ value: server.id, label: server.label }))}
        value={filter.server}
        onChange={(server) => onChange({ ...filter, server })}
      />
      <Select
        {...common}
        aria-label={say("words-kind")}
        placeholder={say("words-kind-all")}
        data={KINDS.map((value) => ({ value, label: kindWord(value) }))}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind: kind as RecordKind | null })}
      />
      <Select
        {...common}
        aria-label={say("activity-outcome")}
        placeholder={say("activity-outcome-all")}
        data={OUTCOMES.map((value) => ({ value, label: outcomeWord(value) }))}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome: outcome as Outcome | null })}
      />
    </div>
  );
});
