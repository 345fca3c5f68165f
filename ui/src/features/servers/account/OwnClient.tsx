/** A client ID that the person got at an authorization server themselves (AUT-26). */
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { OwnClient as Client, ServerAccount, ServerSummary } from "../../../bindings/host";
import { Description, DescriptionList, ForeignText, ProblemNote, RawText } from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Copy } from "../../../elements/Copy";
import { useHostCommand } from "../../../store";
import css from "./account.module.css";
import { OwnClientForm } from "./OwnClientForm";
import { proofWord } from "./words";

export function OwnClient({ server, account }: { server: ServerSummary; account: ServerAccount }) {
  const [editing, setEditing] = useState(false);
  const id = useId();
  const client = account.own_client;
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>Client ID of your own</h2>
      {editing ? (
        <OwnClientForm
          server={server}
          client={client}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : client === null ? (
        <div className={css.line}>
          <p className="dim">
            Only needed where an authorization server does not let Portcullis introduce itself, or where your
            organisation gave you one.
          </p>
          <Button size="xs" onClick={() => setEditing(true)}>
            Enter a client ID…
          </Button>
        </div>
      ) : (
        <Known server={server} client={client} onChange={() => setEditing(true)} />
      )}
    </section>
  );
}

function Known(props: { server: ServerSummary; client: Client; onChange: () => void }) {
  const { server, client } = props;
  const forget = useHostCommand("forget_own_client");
  return (
    <>
      <DescriptionList label="Client ID of your own">
        <Description name="Client ID">
          {client.client_id === "" ? (
            <span className="dim">none is needed</span>
          ) : (
            <RawText text={client.client_id} mono />
          )}
        </Description>
        <Description name="Proves itself by">{proofWord[client.proof]}</Description>
        {client.organisation !== null ? (
          <Description name="Vouched for by">
            <RawText text={client.organisation.issuer} mono />
            <div className="small dim">
              Your organisation, where Portcullis is known as{" "}
              <RawText text={client.organisation.client_id} mono />
            </div>
          </Description>
        ) : null}
        {client.token_file !== null ? (
          <Description name="Token from">
            <RawText text={client.token_file} mono />
            <div className="small dim">
              What is in it goes to the authorization server. Only a terminal names such a file.
            </div>
          </Description>
        ) : null}
        <Description name="Shown to">
          {client.issuer === null ? (
            <span className="dim">
              the authorization server of the next sign-in, and from then on only to it
            </span>
          ) : (
            <ForeignText value={client.issuer} mono />
          )}
        </Description>
        {client.unattended ? (
          <Description name="Browser">none: it signs in by itself</Description>
        ) : (
          <Description name="Redirect address">
            <RawText text={client.redirect} mono /> <Copy text={client.redirect} label="Copy address" />
            <div className="small dim">
              Enter it at {client.organisation === null ? "the authorization server" : "your organisation"}
              {client.port === null ? ", and allow any port with it" : null}.
            </div>
          </Description>
        )}
      </DescriptionList>
      <div className={css.buttons}>
        {client.token_file === null ? (
          <Button size="xs" onClick={props.onChange}>
            Change…
          </Button>
        ) : null}
        <ConfirmButton
          label="Forget…"
          name="Forget… the client ID"
          question={`Forget this client ID${client.proof === "none" ? "" : " and delete what is stored of it among your secrets"}? A sign-in to “${server.label}” that was made with it ends.`}
          yes="Forget"
          busy={forget.isPending}
          onYes={() => forget.mutate({ server: server.id })}
        />
      </div>
      {forget.error !== null ? <ProblemNote problem={forget.error} server={server.label} live /> : null}
    </>
  );
}
