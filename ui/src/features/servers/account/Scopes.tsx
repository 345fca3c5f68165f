/** Permissions at an authorization server: raw always, in plain words where their names say them. */
import type { ScopeRow } from "../../../bindings/host";
import { ForeignText, Tag } from "../../../elements";
import css from "./account.module.css";
import { scopeWords } from "./words";

export function Scopes({ label, scopes }: { label: string; scopes: readonly ScopeRow[] }) {
  return (
    <ul className={css.scopes} aria-label={label}>
      {scopes.map(({ scope, wide }, index) => {
        const words = scopeWords(scope.text);
        return (
          <li key={index} className={wide ? css.wide : undefined}>
            <ForeignText value={scope} mono />
            {words !== null ? <span className="dim"> {words}</span> : null}
            {wide ? <Tag tone="wait">says that it covers everything</Tag> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** What is asked for: what is new first, and in it first what is wide (AUT-59, S-57). */
export function AskedFor({ scopes }: { scopes: readonly ScopeRow[] }) {
  if (scopes.length === 0)
    return <span className="dim">what is left to the authorization server; its page says it</span>;
  const sorted = [...scopes].sort((a, b) => Number(b.wide) - Number(a.wide));
  const fresh = sorted.filter((it) => !it.granted);
  const granted = sorted.filter((it) => it.granted);
  if (granted.length === 0) return <Scopes label="Asked for" scopes={fresh} />;
  return (
    <div className={css.groups}>
      <div>
        <p className={css.group}>New</p>
        {fresh.length === 0 ? (
          <span className="dim">nothing</span>
        ) : (
          <Scopes label="Newly asked for" scopes={fresh} />
        )}
      </div>
      <div>
        <p className={css.group}>Already granted</p>
        <Scopes label="Already granted" scopes={granted} />
      </div>
    </div>
  );
}
