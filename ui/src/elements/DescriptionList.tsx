import type { ReactNode } from "react";
import css from "./DescriptionList.module.css";

/** Names with their values in a frame: arguments, a launch, facts. */
export function DescriptionList(props: { label?: string; children: ReactNode }) {
  return (
    <dl className={css.pairs} aria-label={props.label}>
      {props.children}
    </dl>
  );
}

export function Description(props: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
