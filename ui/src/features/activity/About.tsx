/** What a row is about. A server gives its tools any title it likes, so the raw name of a tool comes first. */
import type { RecordRow } from "../../bindings/host";
import { ForeignText } from "../../elements";

/** The title of a call that differs from the name of its tool. */
export function titleOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind === "call" && row.tool !== null && row.tool.text !== row.what.text ? row.what : null;
}

/** The tool of a row that does not name it. */
export function toolOf(row: RecordRow): RecordRow["what"] | null {
  return row.kind !== "call" && row.tool !== null && !row.what.text.includes(row.tool.text) ? row.tool : null;
}

export function About({ row }: { row: RecordRow }) {
  const title = titleOf(row);
  const tool = toolOf(row);
  return (
    <>
      {row.kind === "call" && row.tool !== null ? (
        <ForeignText value={row.tool} mono />
      ) : (
        <ForeignText value={row.what} />
      )}
      {title !== null ? (
        <span className="small dim">
          {" "}
          titled <ForeignText value={title} />
        </span>
      ) : null}
      {tool !== null ? (
        <span className="small dim">
          {" "}
          of <ForeignText value={tool} mono />
        </span>
      ) : null}
    </>
  );
}
