import type { LogLine, LogSource } from "../../../bindings/host";
import { say } from "../../../l10n";

export const LOG_SOURCES: readonly LogSource[] = ["stderr", "message", "junk", "host"];

export const sourceWord = (source: LogSource): string => say(`servers-logs-source-${source}`);

/** The lines of a source (of all for none) that contain a text, whatever the case. */
export function filterLines(
  lines: readonly LogLine[],
  source: LogSource | null,
  text: string,
): readonly LogLine[] {
  const words = text.trim().toLowerCase();
  if (source === null && words === "") return lines;
  return lines.filter(
    (line) =>
      (source === null || line.source === source) &&
      (words === "" || line.text.text.toLowerCase().includes(words)),
  );
}
