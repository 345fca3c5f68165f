/** The manifest that runs one server in a cluster: only for one that comes as an image. */
import { Button } from "@mantine/core";
import { ProblemNote, RawText } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import css from "./export.module.css";

export function Kubernetes({ id }: { id: string }) {
  const detail = useHostQuery("server", { id });
  const isContainer = detail.data?.container != null;
  const manifest = useHostQuery("kubernetes_manifest", { id }, { when: isContainer, fleeting: true });
  const save = useHostCommand("export_kubernetes");
  if (!isContainer) return null;
  return (
    <section className={`card ${css.preview}`} aria-labelledby="export-kubernetes">
      <h2 id="export-kubernetes">{say("servers-export-kubernetes")}</h2>
      <p className="small dim">{say("servers-export-kubernetes-help")}</p>
      {manifest.error !== null ? <ProblemNote problem={manifest.error} /> : null}
      {manifest.data !== undefined ? (
        <>
          <ul className="small">
            {manifest.data.notes.map((note) => (
              <li key={note}>
                <RawText text={note} />
              </li>
            ))}
          </ul>
          <div>
            <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ id })}>
              {say("servers-export-kubernetes-save")}
            </Button>
          </div>
        </>
      ) : null}
      {save.error !== null ? <ProblemNote problem={save.error} live /> : null}
      {save.data != null ? (
        <p className="small" role="status">
          {say("servers-export-kubernetes-saved")} <RawText text={save.data} mono />
        </p>
      ) : null}
    </section>
  );
}
