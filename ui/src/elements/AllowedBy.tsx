import type { AllowedBy as Allowed } from "../bindings/host";
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
        <ul aria-label="What fitted">
          {allowed.conditions.map((it) => (
            <li key={it.words}>
              {it.words}:{" "}
              {it.was === null ? (
                <span className="dim">what it was is not kept</span>
              ) : (
                <>
                  it was <ForeignText value={it.was} mono />
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="small dim">
        Given by {allowed.by} <When at={allowed.given_at} style="both" /> ·{" "}
        <a className="link" href={props.row}>
          row {allowed.row} of the record
        </a>
        {allowed.revoked_at === null ? null : (
          <>
            {" "}
            · revoked <When at={allowed.revoked_at} style="both" />
          </>
        )}
      </p>
    </div>
  );
}
