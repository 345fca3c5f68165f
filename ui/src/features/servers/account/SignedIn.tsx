/** A sign-in that holds, or that held until it ended. */
import { Button } from "@mantine/core";
import type { Account, ServerSummary } from "../../../bindings/host";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText, When } from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Issuer } from "../../../elements/Issuer";
import { Scopes } from "../../../elements/Scopes";
import { say } from "../../../l10n";
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
              {say("elements-sign-in")}
            </Button>
          }
        />
      ) : null}
      <DescriptionList label={say("servers-account-at", { server: server.label })}>
        <Description name={say(ended === null ? "servers-account-issuer" : "servers-account-issuer-ended")}>
          <Issuer host={account.issuer_host} whole={account.issuer} />
        </Description>
        <Description name={say("words-server-url")}>
          <RawText text={account.resource} mono />
          <div className="small dim">{say("servers-account-resource-help")}</div>
        </Description>
        <Description name={say("words-scopes")}>
          {account.scopes.length === 0 ? (
            <span className="dim">{say("servers-account-unreported")}</span>
          ) : (
            <>
              <Scopes
                label={say("words-scopes")}
                scopes={account.scopes.map((scope) => ({ scope, granted: true, wide: false }))}
              />
              <div className="small dim">{say("servers-account-scopes-help")}</div>
            </>
          )}
        </Description>
        <Description name={say("servers-account-since")}>
          <When at={account.signed_in_at} style="both" />
        </Description>
        {ended === null ? (
          <Description name={say("servers-account-until")}>
            <Until account={account} />
          </Description>
        ) : null}
        {account.bound ? (
          <Description name={say("servers-account-tokens")}>
            {say("servers-account-tokens-bound")}
            <div className="small dim">{say("servers-account-tokens-bound-help")}</div>
          </Description>
        ) : null}
        <Description name={say("words-client-identity")}>
          {registrationWord(account.registration)}
          <div className="small dim">
            <ForeignText value={account.client_id} mono />
          </div>
        </Description>
      </DescriptionList>
      <div className={`row ${css.buttons}`}>
        {ended === null ? (
          <Button component="a" href={toSignIn(server.id)} size="xs">
            {say("servers-account-again")}
          </Button>
        ) : null}
        {ended === null ? (
          <ConfirmButton
            label={say("servers-account-sign-out")}
            question={say("servers-account-sign-out-question", {
              server: server.label,
              host: account.issuer_host,
            })}
            yes={say("servers-account-sign-out")}
            busy={out.isPending}
            onYes={() => out.mutate({ server: server.id })}
          />
        ) : (
          <ConfirmButton
            label={say("servers-account-forget")}
            question={say("servers-account-forget-question", { server: server.label })}
            yes={say("servers-account-forget-yes")}
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
        <span className="dim">{say("servers-account-unreported")}</span>
      ) : (
        <When at={until} style="both" />
      )}
      <div className="small dim">
        {say(renews ? "servers-account-refreshes" : "servers-account-no-refresh")}
      </div>
      {unattended ? <div className="small dim">{say("servers-account-unattended")}</div> : null}
    </>
  );
}
