/** When a server that is on is started. */
import { Radio } from "@mantine/core";
import type { StartMode } from "../../../bindings/host";
import { RadioOption } from "../../../elements/inputs/RadioOption";
import { say } from "../../../l10n";
import css from "./MarkPicker.module.css";

const MODES: readonly StartMode[] = ["launch", "needed"];

export function StartModes(props: { start: StartMode; onChange: (start: StartMode) => void }) {
  return (
    <Radio.Group
      label={say("servers-form-start-when-label")}
      description={say("servers-form-start-when-help")}
      value={props.start}
    >
      <div className={css.choices}>
        {MODES.map((mode) => (
          <RadioOption
            key={mode}
            value={mode}
            label={say(`servers-form-start-when-${mode}`)}
            onChange={() => props.onChange(mode)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
