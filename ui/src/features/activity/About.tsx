/** What a row is about. A server gives its tools any title it likes, so the raw name of a tool comes first. */
import type { RecordRow } from "../../bindings/host";
import { differs, ForeignText, ToolName } from "../../elements";
import { HiddenBadge } from "../../elements/ForeignText";
import { Say } from "../../l10n";
import css from "./activity.module.css";

/** The title of a call that differs from the name of its tool. */
export function titleOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind === "call" && row.tool !== null && differs(row.tool, row.what) ? row.what : null;
}

/** The tool of a row that does not name it. */
export function toolOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind !== "call" && row.tool !== null && !row.what.text.includes(row.tool.text) ? row.tool : null;
}

export function About({ row }: { row: RecordRow }) {
  if (row.kind === "call" && row.tool !== null) {
    return <ToolName name={row.tool} title={row.what} server={row.server_label ?? undefined} beside />;
  }
  const tool = toolOf(row);
  return (
    <>
      {/* A long one is cut here and whole in the entry; what is hidden in it is counted in both. */}
      <span className={css.sentence}>
        <ForeignText value={row.what} badge={false} />
        {tool !== null ? (
          <span className="small dim">
            {" "}
            <Say id="activity-of-tool" args={{ tool: <ForeignText value={tool} mono badge={false} /> }} />
          </span>
        ) : null}
      </span>
      <HiddenBadge value={row.what} />
      {tool !== null ? <HiddenBadge value={tool} /> : null}
    </>
  );
}
