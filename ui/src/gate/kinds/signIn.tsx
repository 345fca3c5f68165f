import { useId, useState } from "react";
import type { IssuerChoice, ScopeRow, SignInReview } from "../../bindings/host";
import { Copy } from "../../elements/Copy";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText, RawText } from "../../elements/ForeignText";
import { Issuer } from "../../elements/Issuer";
import { RadioOption } from "../../elements/inputs/RadioOption";
import { Scopes } from "../../elements/Scopes";
import { Say, say } from "../../l10n";
import { registrationWord } from "../../words";
import { allowLasting, deny } from "../actions";
import { type ReadThrough, ReadToEnd, useReadThrough } from "../ReadToEnd";
import type { RequestKind } from "../request";
import css from "../signIn.module.css";
import { AskedByWords, AskerLocation } from "../WhoAsks";

interface State {
  /** Where a yes is possible. */
  usable: IssuerChoice[];
  /** The authorization server at which a yes signs in. */
  choice: IssuerChoice | null;
  choose: (issuer: string) => void;
  /** All scopes that would be asked for there. */
  read: ReadThrough;
}

/** A sign-in that is about to begin: who asks for what, at which authorization server, and what comes next (AUT-03). */
export const signIn: RequestKind<"sign_in", State> = {
  useSheet({ asked, guard }) {
    const [chosen, setChosen] = useState<string | null>(null);
    const usable = asked.review.issuers.filter((it) => whyNot(it) === null);
    const only = usable.length === 1 ? usable[0] : usable.find((it) => it.before);
    const choice = usable.find((it) => it.issuer === chosen) ?? only ?? null;
    const read = useReadThrough(choice?.issuer);
    return {
      usable,
      choice,
      read,
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
        <AskerLocation request={request} /> ·{" "}
        <Say id="gate-kinds-sign-in-asked" args={{ asked: <AskedByWords by={request.asked_by} /> }} />
      </>
    );
  },

  actions({ asked, answering, choice, read }) {
    return {
      no: [deny(answering, say("words-cancel"))],
      yes: [
        allowLasting(
          answering,
          say(asked.review.unattended ? "gate-kinds-sign-in-yes" : "gate-kinds-sign-in-browser"),
          choice !== null && read.all,
          { kind: "sign_in", issuer: choice?.issuer ?? "" },
        ),
      ],
    };
  },

  hold({ asked, usable, choice, read }) {
    if (choice !== null) return read.hold();
    const [first] = asked.review.issuers;
    const why = usable.length === 0 && first !== undefined ? whyNot(first) : null;
    return why ?? say("gate-kinds-sign-in-hold");
  },

  covers: ({ request, usable }) => (usable.length > 0 ? request.covers : null),

  Body({ request, asked, choice, choose, read }) {
    const { review } = asked;
    const { label } = request.server;
    const [one, ...more] = review.issuers;
    return (
      <>
        {review.moved_from !== null ? <Moved label={label} review={review} /> : null}
        {more.length > 0 ? (
          <Several issuers={review.issuers} label={label} choice={choice} onChoose={choose} />
        ) : null}
        <DescriptionList label={say("gate-kinds-sign-in-request")}>
          {one !== undefined && more.length === 0 ? (
            <Description name={say("gate-kinds-sign-in-at")}>
              <Issuer host={one.host} whole={one.shown} />
            </Description>
          ) : null}
          <Description name={say("words-server-url")}>
            <RawText text={review.resource} mono />
            <div className="small dim">{say("gate-kinds-sign-in-resource-help")}</div>
          </Description>
          {choice !== null ? <AtChosen review={review} choice={choice} read={read} /> : null}
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

function AtChosen(props: { review: SignInReview; choice: IssuerChoice; read: ReadThrough }) {
  const { review, choice, read } = props;
  const client = review.own_client;
  return (
    <>
      <Description name={say("words-scopes")}>
        <ReadToEnd key={choice.issuer} onEnd={read.ended}>
          <AskedFor scopes={choice.scopes} />
        </ReadToEnd>
        {choice.scopes.length > 0 ? (
          <p className={`small dim ${css.beware}`}>
            <Say id="gate-kinds-sign-in-scopes-help" args={{ host: <bdi>{choice.host}</bdi> }} />
          </p>
        ) : null}
      </Description>
      {choice.registration !== null ? (
        <Description name={say("words-client-identity")}>
          {registrationWord(choice.registration)}
          {choice.registration === "own" && client !== null ? (
            <div className="small dim">
              <RawText text={client.client_id} mono />
              {!review.unattended ? (
                <div>
                  <Say
                    id="gate-kinds-sign-in-redirect"
                    args={{ uri: <RawText text={client.redirect} mono /> }}
                  />{" "}
                  <Copy text={client.redirect} label={say("elements-copy-uri")} />
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
  if (scopes.length === 0) return <span className="dim">{say("gate-kinds-sign-in-scopes-left")}</span>;
  const sorted = [...scopes].sort((a, b) => Number(b.wide) - Number(a.wide));
  const fresh = sorted.filter((it) => !it.granted);
  const granted = sorted.filter((it) => it.granted);
  if (granted.length === 0)
    return <Scopes label={say("gate-kinds-sign-in-scopes-requested")} scopes={fresh} />;
  return (
    <div className={css.groups}>
      <div>
        <p className={`small dim ${css.group}`}>{say("gate-kinds-sign-in-scopes-new")}</p>
        {fresh.length === 0 ? (
          <span className="dim">{say("gate-none")}</span>
        ) : (
          <Scopes label={say("gate-kinds-sign-in-scopes-new-list")} scopes={fresh} />
        )}
      </div>
      <div>
        <p className={`small dim ${css.group}`}>{say("gate-kinds-sign-in-scopes-granted")}</p>
        <Scopes label={say("gate-kinds-sign-in-scopes-granted")} scopes={granted} />
      </div>
    </div>
  );
}

/** S-55: another authorization server than before is shown, and gets nothing of the one before. */
function Moved({ label, review }: { label: string; review: SignInReview }) {
  return (
    <div className={css.moved} role="note">
      <strong>{say("gate-kinds-sign-in-moved", { server: label })}</strong>
      {review.moved_from !== null ? (
        <p>
          <Say
            id="gate-kinds-sign-in-moved-help"
            args={{ issuer: <ForeignText value={review.moved_from} mono /> }}
          />
        </p>
      ) : null}
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
  const name = useId();
  return (
    <fieldset className={css.several}>
      <legend>{say("gate-kinds-sign-in-several", { server: label, count: issuers.length })}</legend>
      {issuers.map((it) => {
        const why = whyNot(it);
        return (
          <RadioOption
            key={it.issuer}
            className={css.option ?? ""}
            name={name}
            checked={choice === it}
            disabled={why !== null}
            onChange={() => onChoose(it.issuer)}
            label={
              <span className={css.pick}>
                <Issuer host={it.host} whole={it.shown} />
                {it.before ? <span className="small dim">{say("gate-kinds-sign-in-before")}</span> : null}
              </span>
            }
            description={why === null ? null : <span className={css.why}>{why}</span>}
          />
        );
      })}
    </fieldset>
  );
}

/** Why a sign-in there is not possible. */
function whyNot({ problem, registration }: IssuerChoice): string | null {
  if (problem !== null) return problem.sentence;
  return registration === null ? say("gate-kinds-sign-in-unregistered") : null;
}

function Next({ review, choice, label }: { review: SignInReview; choice: IssuerChoice; label: string }) {
  return (
    <section className={css.next} aria-label={say("gate-kinds-sign-in-next")}>
      <h2>{say("gate-kinds-sign-in-next")}</h2>
      {review.unattended ? (
        <p>
          <Say
            id="gate-kinds-sign-in-next-unattended"
            args={{ host: <bdi>{choice.host}</bdi>, server: label }}
          />
        </p>
      ) : (
        <ol>
          {choice.registration === "dynamic" ? (
            <li>
              <Say id="gate-kinds-sign-in-next-register" args={{ host: <bdi>{choice.host}</bdi> }} />
            </li>
          ) : null}
          <li>
            <Say
              id="gate-kinds-sign-in-next-browser"
              args={{
                page:
                  choice.page === null ? <bdi>{choice.host}</bdi> : <ForeignText value={choice.page} mono />,
              }}
            />
          </li>
          <li>{say("gate-kinds-sign-in-next-done", { server: label })}</li>
        </ol>
      )}
    </section>
  );
}
