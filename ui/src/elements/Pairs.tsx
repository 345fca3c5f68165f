import type { ReactNode } from "react";
import css from "./Pairs.module.css";

/** Names with their values in a frame: arguments, a launch, facts. */
export function Pairs(props: { label?: string; children: ReactNode }) {
  return (
    <dl className={css.pairs} aria-label={props.label}>
      {props.children}
    </dl>
  );
}

export function Pair(props: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
