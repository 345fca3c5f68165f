/** The review itself: the authorization servers, what is asked for there, and what happens next. */
import { useId } from "react";
import type { IssuerChoice, OwnClient, ServerSummary, SignInReview } from "../../../bindings/host";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText } from "../../../elements";
import { Copy } from "../../../elements/Copy";
import css from "./account.module.css";
import { Issuer } from "./Issuer";
import { OwnClientForm } from "./OwnClientForm";
import { AskedFor } from "./Scopes";
import { registrationWord } from "./words";

interface Props {
  review: SignInReview;
  server: ServerSummary;
  client: OwnClient | null;
  choice: IssuerChoice | null;
  onChoose: (issuer: string) => void;
  /** A client ID was saved: what the review says may have changed. */
  onClient: () => void;
}

export function Reviewed({ review, server, client, choice, onChoose, onClient }: Props) {
  const { issuers } = review;
  const needsClient = choice !== null && choice.registration === null;
  return (
    <>
      {review.moved_from !== null ? <Moved label={server.label} from={review} /> : null}
      {issuers.length === 1 ? (
        issuers.map((it) =>
          it.problem !== null ? <ProblemNote key={it.issuer} problem={it.problem} /> : null,
        )
      ) : (
        <Several issuers={issuers} label={server.label} choice={choice} onChoose={onChoose} />
      )}
      <DescriptionList label="What is asked for">
        {issuers.length === 1
          ? issuers.map((it) => (
              <Description key={it.issuer} name="Signs in at">
                <Issuer host={it.host} whole={it.shown} />
              </Description>
            ))
          : null}
        <Description name="For">
          <RawText text={review.resource} mono />
          <div className="small dim">What you are given there goes to this address and to no other.</div>
        </Description>
        {choice !== null ? (
          <>
            <Description name="Asks for">
              <AskedFor scopes={choice.scopes} />
              {choice.scopes.length > 0 ? (
                <p className={css.beware}>
                  The plain words are read from the names. What each name covers is decided by{" "}
                  <bdi>{choice.host}</bdi>.
                </p>
              ) : null}
            </Description>
            {choice.registration !== null ? (
              <Description name="Known there by">
                {registrationWord[choice.registration]}
                {choice.registration === "own" && client !== null ? (
                  <div className="small dim">
                    <RawText text={client.client_id} mono />
                    {!review.unattended ? (
                      <div>
                        Its redirect address there has to be <RawText text={client.redirect} mono />{" "}
                        <Copy text={client.redirect} label="Copy address" />
                      </div>
                    ) : null}
                  </div>
                ) : null}
              </Description>
            ) : null}
          </>
        ) : null}
      </DescriptionList>
      {review.notes.map((note) => (
        <p key={note} className={css.note}>
          {note}
        </p>
      ))}
      {needsClient ? (
        <section className={css.needs} aria-label="A client ID is needed">
          <p>
            <bdi>{choice.host}</bdi> does not let Portcullis introduce itself. Enter the client ID that was
            made for you there.
          </p>
          <OwnClientForm server={server} client={client} issuer={choice.issuer} onDone={onClient} />
        </section>
      ) : choice !== null ? (
        <Next review={review} choice={choice} label={server.label} />
      ) : null}
    </>
  );
}

/** S-55: another authorization server than before is shown, and gets nothing of the one before. */
function Moved({ label, from }: { label: string; from: SignInReview }) {
  return (
    <div className={css.moved} role="note">
      <strong>“{label}” names another authorization server than before.</strong>
      <p>
        You were signed in at {from.moved_from !== null ? <ForeignText value={from.moved_from} mono /> : null}
        . Nothing of that sign-in is given to the new one. Go on only if you expected this change.
      </p>
    </div>
  );
}

function Several(props: {
  issuers: IssuerChoice[];
  label: string;
  choice: IssuerChoice | null;
  onChoose: (issuer: string) => void;
}) {
  const { issuers, label, choice, onChoose } = props;
  const id = useId();
  return (
    <fieldset className={css.several}>
      <legend>
        “{label}” names {issuers.length} authorization servers. Choose the one where you have an account.
      </legend>
      {issuers.map((it, index) => (
        <div key={it.issuer} className={css.option}>
          <label className={css.pick}>
            <input
              type="radio"
              name={id}
              checked={choice === it}
              disabled={it.problem !== null}
              onChange={() => onChoose(it.issuer)}
              aria-describedby={it.problem === null ? undefined : `${id}-${index}`}
            />
            <Issuer host={it.host} whole={it.shown} />
            {it.before ? <span className="small dim">the one you used before</span> : null}
          </label>
          {it.problem !== null ? (
            <p id={`${id}-${index}`} className={css.why}>
              {it.problem.sentence}
            </p>
          ) : null}
        </div>
      ))}
    </fieldset>
  );
}

function Next({ review, choice, label }: { review: SignInReview; choice: IssuerChoice; label: string }) {
  return (
    <section className={css.next} aria-label="What happens next">
      <h2>What happens next</h2>
      {review.unattended ? (
        <p>
          No browser opens. Portcullis proves at <bdi>{choice.host}</bdi> that it holds your client ID, and “
          {label}” is connected.
        </p>
      ) : (
        <ol>
          {choice.registration === "dynamic" ? (
            <li>
              Portcullis registers itself at <bdi>{choice.host}</bdi>.
            </li>
          ) : null}
          <li>
            Your browser opens{" "}
            {choice.page === null ? <bdi>{choice.host}</bdi> : <ForeignText value={choice.page} mono />}. Sign
            in there; Portcullis does not see what you type.
          </li>
          <li>When you are done there, Portcullis goes on by itself, and “{label}” is connected.</li>
        </ol>
      )}
    </section>
  );
}
