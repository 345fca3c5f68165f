/** When a server that is on is started. A choice is kept at once: it reconnects nothing. */
import { Radio } from "@mantine/core";
import type { ServerSummary, StartMode } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { RadioOption } from "../../../elements/inputs/RadioOption";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import css from "./MarkPicker.module.css";

const MODES: readonly StartMode[] = ["launch", "needed"];

export function StartChoice({ server, start }: { server: ServerSummary; start: StartMode }) {
  const set = useHostCommand("set_start");
  return (
    <section className={css.picker} aria-label={say("servers-form-start-when")}>
      <h2>{say("servers-form-start-when")}</h2>
      <Radio.Group
        label={say("servers-form-start-when-label")}
        description={say("servers-form-start-when-help")}
        value={start}
      >
        <div className={css.choices}>
          {MODES.map((mode) => (
            <RadioOption
              key={mode}
              value={mode}
              label={say(`servers-form-start-when-${mode}`)}
              disabled={set.isPending}
              onChange={() => set.mutate({ server: server.id, start: mode })}
            />
          ))}
        </div>
      </Radio.Group>
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </section>
  );
}
