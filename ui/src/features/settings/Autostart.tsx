/** Whether the system starts Portcullis when the person signs in. The system knows, and may have been told elsewhere. */
import { HelpedSwitch, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery, useWriteReply } from "../../store";

export function Autostart() {
  // Asked again with each visit: the settings of the system change it too.
  const known = useHostQuery("autostart", {}, { fleeting: true });
  const write = useWriteReply("autostart");
  const save = useHostCommand("set_autostart", (now) => write({}, now));
  const on = save.isPending ? save.variables.on : known.data;
  const problem = save.error ?? known.error;
  return (
    <>
      <HelpedSwitch
        label={say("settings-autostart")}
        help={say("settings-autostart-help")}
        checked={on === true}
        disabled={on === undefined}
        onChange={(on) => save.mutate({ on })}
      />
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
    </>
  );
}
