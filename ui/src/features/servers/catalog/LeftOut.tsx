/** What of a server's list cannot be used, and why. */
import type { Foreign } from "../../../bindings/host";
import { ForeignText } from "../../../elements";
import { count, many } from "../../../words";
import css from "./catalog.module.css";

/** More than a person reads. */
const SHOWN = 200;

export function LeftOut(props: {
  /** Of what: `tool`. */
  one: string;
  more?: string;
  entries: readonly { shown: Foreign; reason: string }[];
  beyond: number;
}) {
  const { one, more, entries, beyond } = props;
  if (entries.length === 0 && beyond === 0) return null;
  return (
    <details className={css.leftOut}>
      <summary>{many(entries.length + beyond, one, more)} left out</summary>
      <ul>
        {entries.slice(0, SHOWN).map((entry, index) => (
          <li key={index}>
            <ForeignText value={entry.shown} mono />
            <div className="dim">{entry.reason}</div>
          </li>
        ))}
      </ul>
      {entries.length > SHOWN ? <p className="dim">And {count(entries.length - SHOWN)} more.</p> : null}
      {beyond > 0 ? (
        <p className="dim">
          {many(beyond, one, more)} beyond the limit {beyond === 1 ? "was" : "were"} not read.
        </p>
      ) : null}
    </details>
  );
}
