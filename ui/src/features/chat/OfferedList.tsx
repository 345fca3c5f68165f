import { differs, ServerTitle, TruncateMiddle } from "../../elements";
import { say } from "../../l10n";
import css from "./OfferedList.module.css";
import type { TypedToken } from "./token";
import type { Offered, Offers } from "./useOffered";

/** The list above the composer. The focus stays in the text; the keys are the composer's. */
export function OfferedList(props: {
  id: string;
  kind: TypedToken["kind"];
  offers: Offers;
  at: number;
  choose: (offered: Offered) => void;
}) {
  const { id, kind, at, choose } = props;
  const { offered, more, asking, failed } = props.offers;
  return (
    <div className={css.offers}>
      <div className={css.offered}>
        <div
          id={id}
          role="listbox"
          // The text field has its keys.
          tabIndex={-1}
          aria-label={say(`chat-offers-${kind}`)}
        >
          {offered.map((it, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the composer takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the text (aria-activedescendant)
            <div
              key={it.key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={css.offer}
              // The caret stays where it is.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(it)}
            >
              <span className={css.offerAddress}>
                <TruncateMiddle value={it.shown} />
              </span>
              <span className="cut">
                {differs(it.shown, it.title) ? (
                  <ServerTitle title={it.title} server={it.server.label} badge={false} />
                ) : null}
              </span>
              <span className="cut dim small">{it.server.label}</span>
            </div>
          ))}
        </div>
        <div className={css.offersNote} role="status">
          <span className="visually-hidden">
            {say(`chat-offers-count-${kind}`, { count: offered.length })}
          </span>
          {more ? <p>{say("chat-offers-more")}</p> : null}
          {asking.map((it) => (
            <p key={it.id}>{say("chat-offers-loading", { server: it.label })}</p>
          ))}
          {failed.map(({ server, problem }) => (
            <p key={server.id}>
              {say("chat-offers-failed", { server: server.label, problem: problem.sentence })}
            </p>
          ))}
        </div>
      </div>
    </div>
  );
}
