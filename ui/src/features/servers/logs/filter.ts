import type { LogLine, LogSource } from "../../../bindings/host";

export const sourceWord: Record<LogSource, string> = {
  stderr: "standard error",
  message: "log message",
  junk: "stray output",
  host: "Portcullis",
};

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
