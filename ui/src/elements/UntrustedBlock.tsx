import type { ReactNode } from "react";
import { say } from "../l10n";
import css from "./elements.module.css";

/** The dashed frame around words that are not ours. `from` says whose they are (S-34). A few words may stand on its line. */
export function UntrustedBlock(props: { from?: string; short?: boolean; children: ReactNode }) {
  const from = props.from ?? say("elements-from-server");
  return (
    <figure
      className={props.short ? `${css.slot} ${css.short}` : css.slot}
      aria-label={from}
      style={{ margin: 0 }}
    >
      <figcaption className={css.from}>{from}</figcaption>
      {props.children}
    </figure>
  );
}
