/** Whether a server may ask for words of a model. Off until a person says so (S-74). */
import { Switch } from "@mantine/core";
import { useId } from "react";
import type { ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { useHostCommand } from "../../../store";
import css from "./allowed.module.css";

export function Sampling({ server }: { server: ServerSummary }) {
  const change = useHostCommand("set_sampling");
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>Words of a model</h2>
      <Switch
        label={`“${server.label}” may ask for words of a model`}
        checked={server.sampling}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ server: server.id, allowed: event.currentTarget.checked })}
      />
      <p className="dim">
        {server.sampling
          ? "Each time, you read what is sent before a model gets it, and the answer before the server does. You can change or deny both."
          : "It is told that there is no model, so it does not ask. When this is on, you still read what is sent, and the answer, each time."}
      </p>
      {server.enabled ? (
        <p className="small dim">Changing this connects it anew: calls that run are ended.</p>
      ) : null}
      {change.error !== null ? <ProblemNote problem={change.error} server={server.label} live /> : null}
    </section>
  );
}
