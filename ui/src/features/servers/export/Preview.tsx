/** What an export would change in a file: which servers are added, replaced, kept and not written. */
import { useId } from "react";
import type { ExportPreview, ExportRow, Problem } from "../../../bindings/host";
import { ForeignText, ProblemNote } from "../../../elements";
import { list, say } from "../../../l10n";
import css from "./export.module.css";

export function Preview(props: {
  preview: ExportPreview | undefined;
  problem: Problem | null;
  pending: boolean;
}) {
  const { preview, problem, pending } = props;
  const id = useId();
  if (problem !== null) return <ProblemNote problem={problem} live />;
  if (preview === undefined) {
    return pending ? (
      <p className="dim" role="status">
        {say("servers-export-reading")}
      </p>
    ) : null;
  }
  return (
    <section className={`card ${css.preview}`} aria-labelledby={id}>
      <h2 id={id}>{say("servers-preview")}</h2>
      {preview.new_file ? <p className="small dim">{say("servers-export-new-file")}</p> : null}
      {preview.link !== null ? (
        <p className="small">
          {say("servers-export-link")} <ForeignText value={preview.link} mono />
        </p>
      ) : null}
      {preview.added.length + preview.replaced.length === 0 ? <p>{say("servers-export-nothing")}</p> : null}
      <Rows title={say("servers-export-added")} rows={preview.added} secrets />
      <Rows title={say("servers-export-replaced")} rows={preview.replaced} secrets />
      <Rows title={say("servers-export-kept")} rows={preview.kept} />
      {preview.skipped.length > 0 ? (
        <div className={css.group}>
          <h3>{say("servers-export-skipped")}</h3>
          <ul className="unmarked">
            {preview.skipped.map((it) => (
              <li key={it.label}>
                <bdi>{it.label}</bdi> <span className="small dim">{it.why}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

function Rows({ title, rows, secrets = false }: { title: string; rows: ExportRow[]; secrets?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <div className={css.group}>
      <h3>{title}</h3>
      <ul className="unmarked">
        {rows.map((row) => (
          <li key={row.name.text}>
            <ForeignText value={row.name} />
            {row.label !== row.name.text ? (
              <span className="small dim"> {say("servers-export-label", { server: row.label })}</span>
            ) : null}
            {secrets ? <Secrets row={row} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Secrets({ row }: { row: ExportRow }) {
  const references = row.secrets.flatMap((it) => (it.reference === null ? [] : [it.reference.text]));
  const names = row.secrets.filter((it) => it.reference === null).map((it) => it.name.text);
  return (
    <>
      {references.length > 0 ? (
        <p className="small dim">
          {say("servers-export-references", { count: references.length, references: list(references) })}
        </p>
      ) : null}
      {names.length > 0 ? (
        <p className="small dim">
          {say("servers-export-left-out", { count: names.length, names: list(names) })}
        </p>
      ) : null}
    </>
  );
}
