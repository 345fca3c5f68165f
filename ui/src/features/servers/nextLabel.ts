/** This label with the first number from two on that no server has. The host tells labels apart without regard to case. */
export function nextLabel(label: string, labels: readonly string[]): string {
  const taken = new Set(labels.map((it) => it.toLowerCase()));
  // With room for the number, within what the field takes.
  const stem = label.replace(/ \d+$/, "").slice(0, 58);
  let number = 2;
  while (taken.has(`${stem} ${number}`.toLowerCase())) number += 1;
  return `${stem} ${number}`;
}
