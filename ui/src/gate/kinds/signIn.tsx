import { useId, useState } from "react";
import type { IssuerChoice, ScopeRow, SignInReview } from "../../bindings/host";
import { Copy } from "../../elements/Copy";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText, RawText } from "../../elements/ForeignText";
import { Issuer } from "../../elements/Issuer";
import { Scopes } from "../../elements/Scopes";
import { registrationWord } from "../../words";
import type { RequestKind } from "../request";
import css from "../signIn.module.css";
import { askedBy, Whereabouts } from "../WhoAsks";

interface State {
  /** The authorization server at which a yes signs in. */
  choice: IssuerChoice | null;
  choose: (issuer: string) => void;
}

/** Somebody is about to be signed in: who asks for what, at which authorization server, and what comes next (AUT-03). */
export const signIn: RequestKind<"sign_in", State> = {
  useSheet({ asked, guard }) {
    const [chosen, setChosen] = useState<string | null>(null);
    const usable = asked.review.issuers.filter((it) => it.problem === null && it.registration !== null);
    const only = usable.length === 1 ? usable[0] : usable.find((it) => it.before);
    const choice = usable.find((it) => it.issuer === chosen) ?? only ?? null;
    return {
      choice,
      choose: (issuer) => {
        setChosen(issuer);
        // What it would be for is shown only now.
        guard.again();
      },
    };
  },

  Under({ request }) {
    return (
      <>
        <Whereabouts request={request} /> · {askedBy(request.asked_by)} · no browser was opened
      </>
    );
  },

  actions({ asked, answering, choice }) {
    return {
      no: [
        {
          label: "Cancel",
          shortcut: "deny",
          active: answering.may,
          run: () => answering.answer({ kind: "deny" }),
        },
      ],
      yes: [
        {
          label: asked.review.unattended ? "Sign in" : "Open browser",
          shortcut: "allow",
          active: answering.may && choice !== null,
          run: () => choice !== null && answering.answer({ kind: "sign_in", issuer: choice.issuer }),
        },
      ],
    };
  },

  hold: ({ choice }) => (choice === null ? "Choose where to sign in." : null),

  Body({ request, asked, choice, choose }) {
    const { review } = asked;
    const { label } = request.server;
    const [one, ...more] = review.issuers;
    return (
      <>
        {review.moved_from !== null ? <Moved label={label} review={review} /> : null}
        {more.length > 0 ? (
          <Several issuers={review.issuers} label={label} choice={choice} onChoose={choose} />
        ) : null}
        <DescriptionList label="What is asked for">
          {one !== undefined && more.length === 0 ? (
            <Description name="Signs in at">
              <Issuer host={one.host} whole={one.shown} />
            </Description>
          ) : null}
          <Description name="For">
            <RawText text={review.resource} mono />
            <div className="small dim">What you are given there goes to this address and to no other.</div>
          </Description>
          {choice !== null ? <AtChosen review={review} choice={choice} /> : null}
        </DescriptionList>
        {review.notes.map((note) => (
          <p key={note} className={css.note}>
            {note}
          </p>
        ))}
        {choice !== null ? <Next review={review} choice={choice} label={label} /> : null}
      </>
    );
  },
};

function AtChosen({ review, choice }: { review: SignInReview; choice: IssuerChoice }) {
  const client = review.own_client;
  return (
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
          {registrationWord(choice.registration)}
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
  );
}

/** What is asked for: what is new first, and in it first what is wide (AUT-59, S-57). */
function AskedFor({ scopes }: { scopes: readonly ScopeRow[] }) {
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

/** S-55: another authorization server than before is shown, and gets nothing of the one before. */
function Moved({ label, review }: { label: string; review: SignInReview }) {
  return (
    <div className={css.moved} role="note">
      <strong>“{label}” names another authorization server than before.</strong>
      <p>
        You were signed in at{" "}
        {review.moved_from !== null ? <ForeignText value={review.moved_from} mono /> : null}. Nothing of that
        sign-in is given to the new one. Go on only if you expected this change.
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
      {issuers.map((it, index) => {
        const why = whyNot(it);
        return (
          <div key={it.issuer} className={css.option}>
            <label className={css.pick}>
              <input
                type="radio"
                name={id}
                checked={choice === it}
                disabled={why !== null}
                onChange={() => onChoose(it.issuer)}
                aria-describedby={why === null ? undefined : `${id}-${index}`}
              />
              <Issuer host={it.host} whole={it.shown} />
              {it.before ? <span className="small dim">the one you used before</span> : null}
            </label>
            {why !== null ? (
              <p id={`${id}-${index}`} className={css.why}>
                {why}
              </p>
            ) : null}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Why nobody can be signed in there. */
function whyNot({ problem, registration }: IssuerChoice): string | null {
  if (problem !== null) {
    return problem.sentence;
  }
  return registration === null
    ? "It does not let Portcullis introduce itself. Enter a client ID on the Account tab first."
    : null;
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
