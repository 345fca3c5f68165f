import type { ReactNode } from "react";
import type { Tone } from "../words";
import css from "./elements.module.css";

/** A short word with a tone. The word says it all; the colour only repeats it. */
export function Tag(props: { tone?: Tone; children: ReactNode }) {
  const tone = props.tone ?? "plain";
  return <span className={tone === "plain" ? css.tag : `${css.tag} ${css[tone]}`}>{props.children}</span>;
}
