import type { AllowedBy as Allowed } from "../bindings/host";
import { Say, say } from "../l10n";
import css from "./elements.module.css";
import { ForeignText } from "./ForeignText";
import { When } from "./small";

/** The permission that something happened by: its words at that moment, what fitted, and what became of it. */
export function AllowedBy(props: { allowed: Allowed; row: string }) {
  const { allowed } = props;
  return (
    <div className={css.allowedBy}>
      <p>{allowed.sentence}</p>
      {allowed.conditions.length > 0 ? (
        <ul aria-label={say("elements-allowed-conditions")}>
          {allowed.conditions.map((it) => (
            <li key={it.words}>
              {it.was === null ? (
                <Say
                  id="elements-allowed-condition-unknown"
                  args={{ condition: it.words }}
                  tags={{ note: (note) => <span className="dim">{note}</span> }}
                />
              ) : (
                <Say
                  id="elements-allowed-condition"
                  args={{ condition: it.words, value: <ForeignText value={it.was} mono /> }}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="small dim">
        <Say
          id="elements-allowed-given"
          args={{ who: allowed.by, time: <When at={allowed.given_at} style="both" /> }}
        />
        {" · "}
        <a className="link" href={props.row}>
          {say("elements-allowed-entry", { entry: String(allowed.row) })}
        </a>
        {allowed.revoked_at === null ? null : (
          <>
            {" · "}
            <Say
              id="elements-allowed-revoked"
              args={{ time: <When at={allowed.revoked_at} style="both" /> }}
            />
          </>
        )}
      </p>
    </div>
  );
}
