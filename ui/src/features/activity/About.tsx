/** What a row is about. A server gives its tools any title it likes, so the raw name of a tool comes first. */
import type { RecordRow } from "../../bindings/host";
import { differs, ForeignText, ToolName } from "../../elements";
import { Say } from "../../l10n";

/** The title of a call that differs from the name of its tool. */
export function titleOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind === "call" && row.tool !== null && differs(row.tool, row.what) ? row.what : null;
}

/** The tool of a row that does not name it. */
export function toolOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind !== "call" && row.tool !== null && !row.what.text.includes(row.tool.text) ? row.tool : null;
}

export function About({ row }: { row: RecordRow }) {
  const tool = toolOf(row);
  return (
    <>
      {row.kind === "call" && row.tool !== null ? (
        <ToolName name={row.tool} title={row.what} server={row.server_label ?? undefined} beside />
      ) : (
        <ForeignText value={row.what} />
      )}
      {tool !== null ? (
        <span className="small dim">
          {" "}
          <Say id="activity-of-tool" args={{ tool: <ForeignText value={tool} mono /> }} />
        </span>
      ) : null}
    </>
  );
}
