import type { ReviewRow } from "../../bindings/host";
import { say } from "../../l10n";

/** The fields of a server, as the host names them in some case. */
const FIELDS = [
  "label",
  "program",
  "arguments",
  "folder",
  "address",
  "environment",
  "headers",
  "protocol",
  "transport",
  "limits",
  "start",
  "files",
  "fence",
  "package",
  "container",
] as const;

type Field = (typeof FIELDS)[number];

/** A row with the name of its field in the language of the page. */
export interface Placed {
  row: ReviewRow;
  /** Which field it is, where it is one that is known here. */
  field: Field | undefined;
  /** In the request: by it a value that is shortened is known. */
  index: number;
}

export function placed(rows: ReviewRow[]): Placed[] {
  return rows.map((row, index) => {
    const field = FIELDS.find((it) => it === row.field.toLowerCase());
    const name = field === undefined ? row.field : say(`gate-launch-field-${field}`);
    return { row: { ...row, field: name }, field, index };
  });
}
