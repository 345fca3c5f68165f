import type { ReactNode } from "react";
import css from "./elements.module.css";

/** The dashed frame around words that are not ours. `from` says whose they are (S-34). */
export function Slot(props: { from?: string; children: ReactNode }) {
  const from = props.from ?? "Text from the server";
  return (
    <figure className={css.slot} aria-label={from} style={{ margin: 0 }}>
      <figcaption className={css.from}>{from}</figcaption>
      {props.children}
    </figure>
  );
}
