/** When a server that is on is started. A choice is kept at once: it reconnects nothing. */
import type { ServerSummary, StartMode } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import css from "./MarkPicker.module.css";
import { StartModes } from "./StartModes";

export function StartChoice({ server, start }: { server: ServerSummary; start: StartMode }) {
  const set = useHostCommand("set_start");
  return (
    <section className={css.picker} aria-label={say("servers-form-start-when")}>
      <h2>{say("servers-form-start-when")}</h2>
      <StartModes
        start={start}
        // Not disabled meanwhile: the focus would be lost.
        onChange={(mode) => {
          if (!set.isPending) set.mutate({ server: server.id, start: mode });
        }}
      />
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </section>
  );
}
