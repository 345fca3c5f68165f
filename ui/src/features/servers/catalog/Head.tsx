/** What a page about one thing of a server begins with: its picture, its name, the raw one beside it, and marks. */
import type { ReactNode } from "react";
import type { Foreign } from "../../../bindings/host";
import { ForeignText } from "../../../elements";
import css from "./catalog.module.css";

export function Head(props: {
  mark?: ReactNode;
  title: Foreign | null;
  shown: Foreign;
  mono?: boolean;
  children?: ReactNode;
}) {
  const { title, shown, mono = true } = props;
  return (
    <header className={css.head}>
      <h2 className={css.title}>
        {props.mark}
        <ForeignText value={title ?? shown} />
      </h2>
      {title !== null ? (
        <span className="faint">
          <ForeignText value={shown} mono={mono} />
        </span>
      ) : null}
      {props.children}
    </header>
  );
}
