/** Whether a server may use a model. Off until a person says so (S-74). */
import { useId } from "react";
import type { ServerSummary } from "../../../bindings/host";
import { HelpedSwitch, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import sections from "../sections.module.css";

export function Sampling({ server }: { server: ServerSummary }) {
  const change = useHostCommand("set_sampling");
  const id = useId();
  return (
    <section className={sections.section} aria-labelledby={id}>
      <h2 id={id}>{say("servers-allowed-model")}</h2>
      <HelpedSwitch
        label={say("servers-allowed-model-switch", { server: server.label })}
        help={say(server.sampling ? "servers-allowed-model-on" : "servers-allowed-model-off")}
        checked={server.sampling}
        // Not `disabled` meanwhile: the focus would be lost.
        onChange={(allowed) => {
          if (!change.isPending) change.mutate({ server: server.id, allowed });
        }}
      />
      {server.enabled ? <p className="small dim">{say("servers-allowed-model-reconnects")}</p> : null}
      {change.error !== null ? <ProblemNote problem={change.error} server={server.label} live /> : null}
    </section>
  );
}
