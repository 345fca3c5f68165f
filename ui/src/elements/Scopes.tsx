/** Permissions at an authorization server: raw always, in plain words where their names say them. */
import type { ScopeRow } from "../bindings/host";
import { say } from "../l10n";
import { scopeWords } from "../words";
import { ForeignText } from "./ForeignText";
import css from "./Scopes.module.css";
import { Tag } from "./Tag";

export function Scopes({ label, scopes }: { label: string; scopes: readonly ScopeRow[] }) {
  return (
    <ul className={`unmarked ${css.scopes}`} aria-label={label}>
      {scopes.map(({ scope, wide }, index) => {
        const words = scopeWords(scope.text);
        return (
          <li key={index} className={wide ? css.wide : undefined}>
            <ForeignText value={scope} mono />
            {words !== null ? <span className="dim"> {words}</span> : null}
            {wide ? <Tag tone="wait">{say("elements-scope-wide")}</Tag> : null}
          </li>
        );
      })}
    </ul>
  );
}
