/** What became of an export that was asked for. */
import { Button } from "@mantine/core";
import type { ExportResult } from "../../../bindings/host";
import { ProblemNote, RawText } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import css from "./export.module.css";

export function ExportEnd({ request, onShow }: { request: string; onShow: () => void }) {
  const result = useHostQuery("export_result", { request });
  if (result.error !== null) return <ProblemNote problem={result.error} live />;
  const end = result.data ?? null;
  if (end?.problem != null) return <ProblemNote problem={end.problem} live />;
  return (
    <div className={`row ${css.end}`} role="status">
      {end === null ? (
        <>
          <span>{say("servers-export-waiting")}</span>
          <Button size="xs" onClick={onShow}>
            {say("servers-show-request")}
          </Button>
        </>
      ) : (
        <End end={end} />
      )}
    </div>
  );
}

function End({ end }: { end: ExportResult }) {
  if (end.outcome !== "written") return <span>{say("servers-export-denied")}</span>;
  return (
    <div className={css.written}>
      <strong>{say("servers-export-written", { name: end.name })}</strong>
      <RawText text={end.path} mono />
      {end.backup !== null ? (
        <>
          <span className="small dim">{say("servers-export-backup")}</span>
          <RawText text={end.backup} mono />
        </>
      ) : null}
    </div>
  );
}
