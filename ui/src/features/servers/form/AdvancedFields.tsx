/** What few servers need: the version of the protocol, the transport, the limits and when it is started. */
import { Select } from "@mantine/core";
import { memo } from "react";
import type { EraChoice, ServerLimits, StartMode, TransportChoice } from "../../../bindings/host";
import { say } from "../../../l10n";
import { transportWord } from "../../../words";
import type { Form } from "./draft";
import css from "./form.module.css";
import { LimitFields } from "./LimitFields";
import { StartField } from "./StartField";
import { StartModes } from "./StartModes";

const eras = (): { value: EraChoice; label: string }[] => [
  { value: "auto", label: say("servers-form-auto") },
  { value: "modern", label: say("servers-form-version-modern") },
  { value: "legacy", label: say("servers-form-version-legacy") },
];

const transports = (): { value: TransportChoice; label: string }[] => [
  { value: "auto", label: say("servers-form-auto") },
  { value: "streamable_http", label: transportWord("http") },
  { value: "sse", label: transportWord("old_sse") },
];

export const AdvancedFields = memo(function AdvancedFields(props: {
  era: EraChoice;
  /** `null` where there is none to choose. */
  transport: TransportChoice | null;
  limits: ServerLimits;
  /** `null` where it is chosen elsewhere. */
  start: StartMode | null;
  limitsProblem: string | undefined;
  startProblem: string | undefined;
  set: (change: Partial<Form>) => void;
}) {
  const { era, transport, limits, start, limitsProblem, startProblem, set } = props;
  return (
    <div className={css.moreFields}>
      <Select
        label={say("words-field-protocol")}
        description={say("servers-form-version-help")}
        data={eras()}
        value={era}
        allowDeselect={false}
        onChange={(era) => set({ era: (era ?? "auto") as EraChoice })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {transport !== null ? (
        <Select
          label={say("words-field-transport")}
          description={say("servers-form-transport-help")}
          data={transports()}
          value={transport}
          allowDeselect={false}
          onChange={(transport) => set({ transport: (transport ?? "auto") as TransportChoice })}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
      ) : null}
      <LimitFields limits={limits} problem={limitsProblem} onChange={(limits) => set({ limits })} />
      <StartField
        seconds={limits.start_seconds}
        problem={startProblem}
        onChange={(start_seconds) => set({ limits: { ...limits, start_seconds } })}
      />
      {start !== null ? <StartModes start={start} onChange={(start) => set({ start })} /> : null}
    </div>
  );
});
