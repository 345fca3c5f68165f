/** What begins a formula in a spreadsheet: a cell that a model wrote must not become one. A number is none. */
const ACTS = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?\d[\d.,\s]*%?$/;

/** Rows as RFC 4180 has them. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => {
    const inert = ACTS.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** Rows as Markdown, the first as its head. */
export function asMarkdown(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const cell = (text: string) => text.replaceAll(/[\\|]/g, "\\$&").replaceAll(/\s*\n\s*/g, " ");
  const [head = [], ...body] = rows.map((row) => row.map(cell));
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("");
}
