import type { LaunchField, ReviewRow } from "../../bindings/host";
import { say } from "../../l10n";

/** A row with the name of its field in the language of the page. */
export interface Placed {
  row: ReviewRow;
  /** Which field of a server it is. */
  field: LaunchField | undefined;
  /** In the request: by it a value that is shortened is known. */
  index: number;
}

export function placed(rows: ReviewRow[]): Placed[] {
  return rows.map((row, index) => {
    const field = row.kind ?? undefined;
    const name = field === undefined ? row.field : say(`words-field-${field}`);
    return { row: { ...row, field: name }, field, index };
  });
}
