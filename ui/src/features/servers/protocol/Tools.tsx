/** What narrows the frames, and what can be done with all of them. */
import { Button, TextInput } from "@mantine/core";
import type { FrameDirection, FrameKind } from "../../../bindings/host";
import { escapedText } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import { Follow } from "../Follow";
import { directionWord, type FrameFilter, kindWord } from "./filter";
import css from "./protocol.module.css";

const directions = Object.entries(directionWord).map(([value, label]) => ({
  value: value as FrameDirection,
  label,
}));
const kinds = Object.entries(kindWord).map(([value, label]) => ({ value: value as FrameKind, label }));

export function Tools(props: {
  filter: FrameFilter;
  onFilter: (filter: FrameFilter) => void;
  methods: readonly string[];
  grouped: boolean;
  onGrouped: (grouped: boolean) => void;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  exporting: boolean;
  /** Nothing while there is nothing to export. */
  onExport: (() => void) | null;
}) {
  const { filter, methods, grouped } = props;
  const set = (part: Partial<FrameFilter>) => props.onFilter({ ...filter, ...part });
  return (
    <div className={css.tools}>
      <TextInput
        type="search"
        className={css.search}
        aria-label="Find in frames"
        placeholder="Find in frames"
        value={filter.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <FilterSelect
        label="Method"
        all="All methods"
        data={methods.map((value) => ({ value, label: escapedText(value) }))}
        value={filter.method}
        onChange={(method) => set({ method })}
        className={css.choice}
      />
      <FilterSelect
        label="Direction"
        all="Both ways"
        data={directions}
        value={filter.direction}
        onChange={(direction) => set({ direction })}
        className={css.choice}
      />
      <FilterSelect
        label="Kind"
        all="All kinds"
        data={kinds}
        value={filter.kind}
        onChange={(kind) => set({ kind })}
        className={css.choice}
      />
      <span className={css.switches}>
        <Switch on={filter.errors} onChange={(errors) => set({ errors })}>
          Errors only
        </Switch>
        <Switch on={grouped} onChange={props.onGrouped}>
          Grouped
        </Switch>
        <Follow on={props.follow} onChange={props.onFollow} />
        <Button
          size="xs"
          disabled={props.onExport === null}
          loading={props.exporting}
          onClick={() => props.onExport?.()}
        >
          Export …
        </Button>
      </span>
    </div>
  );
}

function Switch(props: { on: boolean; onChange: (on: boolean) => void; children: string }) {
  return (
    <Button
      size="xs"
      variant={props.on ? "light" : "default"}
      aria-pressed={props.on}
      onClick={() => props.onChange(!props.on)}
    >
      {props.children}
    </Button>
  );
}
