/** A client ID that the person got at an authorization server themselves (AUT-26). */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { OwnClient as Client, ServerAccount, ServerSummary } from "../../../bindings/host";
import { useDrafts } from "../../../drafts";
import {
  Description,
  DescriptionList,
  ForeignText,
  ProblemNote,
  RawText,
  takeFocus,
} from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Copy } from "../../../elements/Copy";
import { Say, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import sections from "../sections.module.css";
import css from "./account.module.css";
import { clientDraft, OwnClientForm } from "./OwnClientForm";
import { proofWord } from "./words";

export function OwnClient({ server, account }: { server: ServerSummary; account: ServerAccount }) {
  const drafts = useDrafts();
  const [editing, setEditing] = useState(() => drafts.has(clientDraft(server.id)));
  // The button was not there meanwhile: it takes the focus back itself.
  const [edited, setEdited] = useState(false);
  const edit = () => {
    setEditing(true);
    setEdited(true);
  };
  const id = useId();
  const client = account.own_client;
  return (
    <section className={sections.section} aria-labelledby={id}>
      <h2 id={id}>{say("servers-account-own")}</h2>
      {editing ? (
        <OwnClientForm server={server} client={client} focused={edited} onDone={() => setEditing(false)} />
      ) : client === null ? (
        <div className={`row ${css.line}`}>
          <p className="dim">{say("servers-account-own-help")}</p>
          <Button size="xs" ref={edited ? takeFocus : undefined} onClick={edit}>
            {say("servers-account-own-enter")}
          </Button>
        </div>
      ) : (
        <Known server={server} client={client} edited={edited} onChange={edit} />
      )}
    </section>
  );
}

function Known(props: { server: ServerSummary; client: Client; edited: boolean; onChange: () => void }) {
  const { server, client } = props;
  const where = client.organisation === null ? "server" : "organization";
  const port = client.port === null ? "any" : "port";
  const forget = useHostCommand("forget_own_client");
  return (
    <>
      <DescriptionList label={say("servers-account-own")}>
        <Description name={say("servers-account-own-id")}>
          {client.client_id === "" ? (
            <span className="dim">{say("servers-account-own-id-none")}</span>
          ) : (
            <RawText text={client.client_id} mono />
          )}
        </Description>
        <Description name={say("servers-account-own-proof")}>{proofWord(client.proof)}</Description>
        {client.organisation !== null ? (
          <Description name={say("servers-account-own-sso")}>
            <RawText text={client.organisation.issuer} mono />
            <div className="small dim">
              <Say
                id="servers-account-own-sso-help"
                args={{ id: <RawText text={client.organisation.client_id} mono /> }}
              />
            </div>
          </Description>
        ) : null}
        {client.token_file !== null ? (
          <Description name={say("servers-account-own-file")}>
            <RawText text={client.token_file} mono />
            <div className="small dim">{say("servers-account-own-file-help")}</div>
          </Description>
        ) : null}
        <Description name={say("servers-account-own-issuer")}>
          {client.issuer === null ? (
            <span className="dim">{say("servers-account-own-issuer-next")}</span>
          ) : (
            <ForeignText value={client.issuer} mono />
          )}
        </Description>
        {client.unattended ? (
          <Description name={say("servers-account-own-sign-in")}>
            {say("servers-account-own-unattended")}
          </Description>
        ) : (
          <Description name={say("servers-account-own-redirect")}>
            <RawText text={client.redirect} mono />{" "}
            <Copy text={client.redirect} label={say("elements-copy-uri")} />
            <div className="small dim">{say(`servers-account-own-redirect-${where}-${port}`)}</div>
          </Description>
        )}
      </DescriptionList>
      <div className={`row ${css.buttons}`}>
        {client.token_file === null ? (
          <Button size="xs" ref={props.edited ? takeFocus : undefined} onClick={props.onChange}>
            {say("servers-account-own-change")}
          </Button>
        ) : null}
        <ConfirmButton
          label={say("servers-account-own-forget")}
          question={say(`servers-account-own-forget-${client.proof}`, { server: server.label })}
          yes={say("servers-account-forget-yes")}
          busy={forget.isPending}
          onYes={() => forget.mutate({ server: server.id })}
        />
      </div>
      {forget.error !== null ? <ProblemNote problem={forget.error} server={server.label} live /> : null}
    </>
  );
}
