import type { ArgumentRow, FileNow } from "../bindings/host";
import { ForeignText } from "../elements/ForeignText";
import { Tag } from "../elements/Tag";
import { say } from "../l10n";
import { bytes, time } from "../words";
import css from "./gate.module.css";
import { isLoud } from "./Remarks";

/** What the paths in a value are by their names, unless that stands at the top, and what is there now, as the host saw it. */
export function ValueFacts({ row }: { row: ArgumentRow }) {
  const { files } = row;
  const warnings = row.warnings.filter((it) => !isLoud(it));
  if (warnings.length + files.length === 0) return null;
  return (
    <ul className={`unmarked ${css.facts}`} aria-label={say("gate-facts", { name: row.name.text })}>
      {warnings.map((it) => (
        <li key={it.code + it.sentence}>
          <Tag tone="wait">{it.sentence}</Tag>
        </li>
      ))}
      {files.map((file) => (
        <li key={file.path.text}>
          {/* Named only where the value is more than this path. */}
          {files.length === 1 && row.value.text === file.path.text ? null : (
            <ForeignText value={file.path} mono />
          )}
          <Tag tone={file.kind === "nothing" ? "plain" : "wait"}>{fileWord(file)}</Tag>
        </li>
      ))}
    </ul>
  );
}

function fileWord(file: FileNow): string {
  if (file.kind !== "file") return say(`gate-file-${file.kind}`);
  const size = bytes(file.bytes ?? 0);
  return file.changed_at === null
    ? say("gate-file-size", { size })
    : say("gate-file-file", { size, time: time(file.changed_at, "minute") });
}
