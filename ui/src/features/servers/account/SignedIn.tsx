/** A sign-in that holds, or that held until it ended. */
import { Button } from "@mantine/core";
import type { Account, ServerSummary } from "../../../bindings/host";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText, When } from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Issuer } from "../../../elements/Issuer";
import { Scopes } from "../../../elements/Scopes";
import { toSignIn } from "../../../route";
import { useHostCommand } from "../../../store";
import { registrationWord } from "../../../words";
import css from "./account.module.css";

export function SignedIn({ server, account }: { server: ServerSummary; account: Account }) {
  const out = useHostCommand("sign_out");
  const { ended } = account;
  return (
    <>
      {ended !== null ? (
        <ProblemNote
          problem={ended}
          server={server.label}
          tone="wait"
          action={
            <Button component="a" href={toSignIn(server.id)} variant="filled">
              Sign in…
            </Button>
          }
        />
      ) : null}
      <DescriptionList label={`Account at ${server.label}`}>
        <Description name={ended === null ? "Signed in at" : "Was signed in at"}>
          <Issuer host={account.issuer_host} whole={account.issuer} />
        </Description>
        <Description name="For">
          <RawText text={account.resource} mono />
          <div className="small dim">What you were given there goes to this address and to no other.</div>
        </Description>
        <Description name="Granted">
          {account.scopes.length === 0 ? (
            <span className="dim">not said by the authorization server</span>
          ) : (
            <Scopes
              label="Granted"
              scopes={account.scopes.map((scope) => ({ scope, granted: true, wide: false }))}
            />
          )}
        </Description>
        <Description name="Since">
          <When at={account.signed_in_at} style="both" />
        </Description>
        {ended === null ? (
          <Description name="Until">
            <Until account={account} />
          </Description>
        ) : null}
        {account.bound ? (
          <Description name="Tokens">
            bound to a key among your secrets
            <div className="small dim">Whoever steals one alone has nothing.</div>
          </Description>
        ) : null}
        <Description name="Known there by">
          {registrationWord(account.registration)}
          <div className="small dim">
            <ForeignText value={account.client_id} mono />
          </div>
        </Description>
      </DescriptionList>
      <div className={css.buttons}>
        {ended === null ? (
          <Button component="a" href={toSignIn(server.id)} size="xs">
            Sign in again…
          </Button>
        ) : null}
        {ended === null ? (
          <ConfirmButton
            label="Sign out"
            question={`Sign out of “${server.label}”? Its tokens are deleted here, and taken back at ${account.issuer_host} with the registration of Portcullis where that is offered. It cannot be used until you sign in again.`}
            yes="Sign out"
            busy={out.isPending}
            onYes={() => out.mutate({ server: server.id })}
          />
        ) : (
          <ConfirmButton
            label="Forget…"
            name="Forget… the sign-in"
            question={`Forget that you were signed in to “${server.label}”? Where that was, as whom and for what is deleted here; the tokens are gone already.`}
            yes="Forget"
            busy={out.isPending}
            onYes={() => out.mutate({ server: server.id })}
          />
        )}
      </div>
      {out.error !== null ? <ProblemNote problem={out.error} server={server.label} live /> : null}
    </>
  );
}

function Until({ account }: { account: Account }) {
  const { until, renews, unattended } = account;
  return (
    <>
      {until === null ? (
        <span className="dim">the authorization server did not say</span>
      ) : (
        <When at={until} style="both" />
      )}
      <div className="small dim">
        {renews
          ? "Portcullis renews this by itself."
          : "It cannot be renewed: you are asked to sign in again when it ends."}
        {unattended ? " No browser is needed: your own client proves itself." : null}
      </div>
    </>
  );
}
