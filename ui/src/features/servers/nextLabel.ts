import { whole } from "../../elements/chunkText";

/** This label with the first number from two on that no server has. The host tells labels apart without regard to case. */
export function nextLabel(label: string, labels: readonly string[]): string {
  const taken = new Set(labels.map((it) => it.toLowerCase()));
  const base = label.replace(/ \d+$/, "");
  // With room for the number, within what the field takes. Half a character could not be sent.
  const stem = base.slice(0, whole(base, 58));
  let number = 2;
  while (taken.has(`${stem} ${number}`.toLowerCase())) number += 1;
  return `${stem} ${number}`;
}
