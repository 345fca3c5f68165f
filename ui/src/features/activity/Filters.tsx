import { Select } from "@mantine/core";
import type { Outcome, RecordFilter, RecordKind } from "../../bindings/host";
import { useHost } from "../../store";
import css from "./activity.module.css";
import { kindWord, outcomeWord } from "./words";

export const NO_FILTER: RecordFilter = { text: null, server: null, kind: null, outcome: null };

const kinds = Object.entries(kindWord).map(([value, label]) => ({ value, label }));
const outcomes = Object.entries(outcomeWord).map(([value, label]) => ({ value, label }));

/** Narrows the record by server, kind and outcome. */
export function Filters({
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
        aria-label="Server"
        placeholder="All servers"
        data={servers.map((server) => ({ value: server.id, label: server.label }))}
        value={filter.server}
        onChange={(server) => onChange({ ...filter, server })}
      />
      <Select
        {...common}
        aria-label="Kind"
        placeholder="Everything"
        data={kinds}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind: kind as RecordKind | null })}
      />
      <Select
        {...common}
        aria-label="Outcome"
        placeholder="Any outcome"
        data={outcomes}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome: outcome as Outcome | null })}
      />
    </div>
  );
}
