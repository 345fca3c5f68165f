/** What of a server's list cannot be used, and why. */
import type { Foreign } from "../../../bindings/host";
import { ForeignText } from "../../../elements";
import { say } from "../../../l10n";
import css from "./catalog.module.css";

/** More than a person reads. */
const SHOWN = 200;

export function LeftOut(props: {
  one: "tool" | "entry" | "prompt";
  entries: readonly { shown: Foreign; reason: string }[];
  beyond: number;
}) {
  const { one, entries, beyond } = props;
  if (entries.length === 0 && beyond === 0) return null;
  return (
    <details className={css.leftOut}>
      <summary>{say(`servers-catalog-skipped-${one}`, { count: entries.length + beyond })}</summary>
      <ul>
        {entries.slice(0, SHOWN).map((entry, index) => (
          <li key={index}>
            <ForeignText value={entry.shown} mono />
            <div className="dim">{entry.reason}</div>
          </li>
        ))}
      </ul>
      {entries.length > SHOWN ? (
        <p className="dim">{say("servers-catalog-skipped-more", { count: entries.length - SHOWN })}</p>
      ) : null}
      {beyond > 0 ? <p className="dim">{say(`servers-catalog-beyond-${one}`, { count: beyond })}</p> : null}
    </details>
  );
}
