/** What a page about one thing of a server begins with: its picture, its name, what the server calls it, and marks. */
import type { ReactNode } from "react";
import type { Foreign } from "../../../bindings/host";
import { differs, ForeignText, ServerTitle } from "../../../elements";
import css from "./catalog.module.css";

export function Head(props: {
  mark?: ReactNode;
  /** As it is called. */
  shown: Foreign;
  title: Foreign | null;
  /** Label of its server. */
  server: string;
  /** Whether the title is one, or the name that the server shows. */
  of?: "title" | "name";
  children?: ReactNode;
}) {
  const { title, shown, server, of = "title" } = props;
  return (
    <header className={css.head}>
      <h2 className={css.title}>
        {props.mark}
        <ForeignText value={shown} mono />
      </h2>
      {differs(shown, title) ? <ServerTitle title={title} server={server} of={of} /> : null}
      {props.children}
    </header>
  );
}
