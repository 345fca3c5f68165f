import type { WrittenBy } from "../../bindings/host";
import { count, dollars } from "../../words";
import css from "./Took.module.css";

/** Which model wrote it and what that took, as far as its provider says. */
export function Took(props: { by: WrittenBy }) {
  const { by } = props;
  const said = [
    by.model,
    by.tokens_in === null ? null : `${count(by.tokens_in)} tokens read`,
    by.tokens_out === null ? null : `${count(by.tokens_out)} written`,
    by.dollars === null ? null : `about ${dollars(by.dollars)}`,
  ].filter((it) => it !== null);
  if (said.length < 2) {
    return null;
  }
  return (
    <span className={css.took}>
      <bdi>{said.join(" · ")}</bdi>
    </span>
  );
}
