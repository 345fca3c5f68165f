/** What narrows the frames, and what can be done with all of them. */
import { Button, TextInput } from "@mantine/core";
import { say } from "../../../l10n";
import { escapedText } from "../../../words";
import { FilterSelect } from "../FilterSelect";
import { Follow } from "../Follow";
import { DIRECTIONS, directionWord, type FrameFilter, KINDS, kindWord } from "./filter";
import css from "./protocol.module.css";

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
    <div className={`row ${css.tools}`}>
      <TextInput
        type="search"
        className={css.search}
        aria-label={say("servers-protocol-search")}
        placeholder={say("servers-protocol-search")}
        value={filter.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <FilterSelect
        label={say("servers-protocol-method")}
        all={say("servers-protocol-method-all")}
        data={methods.map((value) => ({ value, label: escapedText(value) }))}
        value={filter.method}
        onChange={(method) => set({ method })}
        className={css.choice}
      />
      <FilterSelect
        label={say("servers-protocol-direction")}
        all={say("servers-protocol-direction-all")}
        data={DIRECTIONS.map((value) => ({ value, label: directionWord(value) }))}
        value={filter.direction}
        onChange={(direction) => set({ direction })}
        className={css.choice}
      />
      <FilterSelect
        label={say("words-kind")}
        all={say("words-kind-all")}
        data={KINDS.map((value) => ({ value, label: kindWord(value) }))}
        value={filter.kind}
        onChange={(kind) => set({ kind })}
        className={css.choice}
      />
      <span className={css.switches}>
        <Switch on={filter.errors} onChange={(errors) => set({ errors })}>
          {say("servers-protocol-errors")}
        </Switch>
        <Switch on={grouped} onChange={props.onGrouped}>
          {say("servers-protocol-grouped")}
        </Switch>
        <Follow on={props.follow} onChange={props.onFollow} />
        <Button
          size="xs"
          variant="subtle"
          disabled={props.onExport === null}
          loading={props.exporting}
          onClick={() => props.onExport?.()}
        >
          {say("words-export")}
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
