/** A table that scrolls within itself, and can be taken elsewhere. */
import { type ReactNode, useRef } from "react";
import { say } from "../l10n";
import { Copy } from "./Copy";
import css from "./Table.module.css";
import { asCsv, asMarkdown } from "./tableText";

export function Table(props: { children?: ReactNode }) {
  const table = useRef<HTMLTableElement>(null);
  const cells = () => [...(table.current?.rows ?? [])].map((row) => [...row.cells].map(textOf));
  return (
    <div className={css.table}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className={css.box} tabIndex={0} aria-label={say("elements-table")}>
        <table ref={table}>{props.children}</table>
      </section>
      <div className={css.foot}>
        <Copy text={() => asMarkdown(cells())} label={say("markdown-copy-markdown")} className={css.act} />
        <Copy text={() => asCsv(cells())} label={say("markdown-copy-csv")} className={css.act} />
      </div>
    </div>
  );
}

/** What a cell says; of a formula that is its TeX, and not what it is drawn with. */
function textOf(cell: HTMLTableCellElement): string {
  const copy = cell.cloneNode(true) as HTMLTableCellElement;
  for (const formula of copy.querySelectorAll<HTMLElement>("[data-tex]")) {
    formula.replaceWith(`$${formula.dataset.tex ?? ""}$`);
  }
  for (const it of copy.querySelectorAll("br")) {
    it.replaceWith("\n");
  }
  return copy.textContent ?? "";
}
