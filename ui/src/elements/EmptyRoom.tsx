import type { ReactNode } from "react";
import css from "./elements.module.css";

/** A room with nothing in it says what to do next. */
export function EmptyRoom(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      <h2>{props.title}</h2>
      {props.children ? <p>{props.children}</p> : null}
      {props.action ? <div>{props.action}</div> : null}
    </div>
  );
}
