import type { LogLine, LogSource } from "../../../bindings/host";

export const sourceWord: Record<LogSource, string> = {
  stderr: "standard error",
  junk: "not protocol",
  host: "Portcullis",
  message: "log message",
};

/** The lines of some sources (all for none) that contain a text, whatever the case. */
export function filterLines(
  lines: readonly LogLine[],
  sources: readonly string[],
  text: string,
): readonly LogLine[] {
  const words = text.trim().toLowerCase();
  if (sources.length === 0 && words === "") return lines;
  return lines.filter(
    (line) =>
      (sources.length === 0 || sources.includes(line.source)) &&
      (words === "" || line.text.text.toLowerCase().includes(words)),
  );
}
