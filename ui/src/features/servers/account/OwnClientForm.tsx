/** Takes a client ID and its secret or key. What goes to the keychain never comes back into the form. */
import { Button, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import { type ChangeEvent, type FormEvent, useEffect, useId, useMemo, useState } from "react";
import type { ClientProof, OwnClient, ServerSummary } from "../../../bindings/host";
import { draftOf, useDrafts, useKeepDraft } from "../../../drafts";
import { AutosizeTextarea, HelpedSwitch, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { ACCOUNT } from "../../../route";
import { useHostCommand } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import css from "./account.module.css";

interface Props {
  server: ServerSummary;
  /** The one that is there already. */
  client: OwnClient | null;
  /** A button opened it, and the focus is meant for it. */
  focused: boolean;
  onDone: () => void;
}

interface ClientFields {
  id: string;
  proof: ClientProof;
  secret: string;
  unattended: boolean;
  port: string;
  vouched: boolean;
  idp: string;
  idpId: string;
}

function fieldsOf(client: OwnClient | null): ClientFields {
  return {
    id: client?.client_id ?? "",
    proof: client?.proof ?? "secret",
    secret: "",
    unattended: client?.unattended ?? false,
    port: client?.port == null ? "" : String(client.port),
    vouched: client?.organisation != null,
    idp: client?.organisation?.issuer ?? "",
    idpId: client?.organisation?.client_id ?? "",
  };
}

/** Where what is typed for a server is kept until it is saved or cancelled. */
export const clientDraft = (server: string) => draftOf(server, ACCOUNT, "client");

const proofs: readonly ClientProof[] = ["none", "secret", "key"];

export function OwnClientForm({ server, client, focused, onDone }: Props) {
  const drafts = useDrafts();
  const draft = clientDraft(server.id);
  const [typed, setTyped] = useState(() => drafts.read<ClientFields>(draft) ?? fieldsOf(client));
  const unchanged = JSON.stringify(fieldsOf(client));
  // Without the secret: the page may be taken over.
  const kept = useMemo(() => ({ ...typed, secret: "" }), [typed]);
  useKeepDraft(draft, kept, JSON.stringify(typed) === unchanged);
  useEffect(
    () => () => {
      // Nothing but a secret was typed.
      if (JSON.stringify(drafts.read<ClientFields>(draft)) === unchanged) drafts.drop(draft);
    },
    [drafts, draft, unchanged],
  );
  const change = (part: Partial<ClientFields>) => setTyped((before) => ({ ...before, ...part }));
  const { id, proof, secret, unattended, port, vouched, idp, idpId } = typed;
  const [insist, setInsist] = useState(false);
  const save = useHostCommand("set_own_client");
  const proofs_ = useId();

  // The host keeps a secret for the client that it was given for.
  const stored =
    client !== null && client.proof === proof && proof !== "none" && client.client_id === id.trim();
  const wrongId = id.trim() === "" ? say("servers-account-form-wrong-id") : null;
  const wrongSecret =
    proof !== "none" && !stored && secret.trim() === "" ? say(`servers-account-form-wrong-${proof}`) : null;
  const wrongPort =
    port === "" || (Number(port) >= 1 && Number(port) <= 65_535)
      ? null
      : say("servers-account-form-wrong-port");

  const wrongIdp =
    vouched && !/^https?:\/\/\S+$/.test(idp.trim()) ? say("servers-account-form-wrong-idp") : null;
  const wrongIdpId = vouched && idpId.trim() === "" ? say("servers-account-form-wrong-idp-id") : null;
  const alone = unattended && proof !== "none" && !vouched;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const form = event.currentTarget;
    const wrong = [wrongId, wrongSecret, wrongPort, wrongIdp, wrongIdpId];
    if (wrong.some((it) => it !== null)) {
      focusInvalid(form);
      return;
    }
    const sent = {
      client_id: id.trim(),
      secret: proof === "none" || secret === "" ? null : secret,
      proof,
      // For the one of the next sign-in.
      issuer: null,
      unattended: alone,
      port: port === "" || alone ? null : Number(port),
      organisation: vouched ? { issuer: idp.trim(), client_id: idpId.trim() } : null,
    };
    // Also where another tab is shown by then. A refusal is in `save.error`.
    save.mutateAsync({ server: server.id, client: sent }).then(leave, () => {});
  }

  function leave() {
    drafts.drop(draft);
    onDone();
  }

  /** A field whose text is sent as it stands. */
  const exact = (value: string, set: (value: string) => void, wrong: string | null) => ({
    "aria-required": true,
    maxLength: 2048,
    value,
    error: insist ? wrong : null,
    classNames: { input: css.mono },
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(event.currentTarget.value),
  });
  const secretField = {
    value: secret,
    autoComplete: "off",
    spellCheck: false,
    "aria-required": !stored,
    "aria-invalid": insist && wrongSecret !== null,
    error: insist ? wrongSecret : null,
    placeholder: stored ? say("servers-form-stored") : "",
  } as const;

  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={say("servers-account-own")}>
      <TextInput
        {...exact(id, (next) => change({ id: next }), wrongId)}
        autoFocus={focused}
        label={say("servers-account-own-id")}
      />
      <div className={css.choice}>
        <span className={css.choiceLabel} id={proofs_}>
          {say("servers-account-own-proof")}
        </span>
        <SegmentedControl
          aria-labelledby={proofs_}
          data={proofs.map((it) => ({ value: it, label: say(`servers-account-form-proof-${it}`) }))}
          value={proof}
          onChange={(next) => change({ proof: next as ClientProof, secret: "" })}
        />
      </div>
      {proof === "secret" ? (
        <PasswordInput
          {...secretField}
          label={say("servers-account-form-secret")}
          description={say("servers-account-form-secret-help")}
          classNames={{ innerInput: css.mono }}
          visibilityToggleButtonProps={{ "aria-label": say("servers-account-form-secret-show") }}
          onChange={(event) => change({ secret: event.currentTarget.value })}
        />
      ) : null}
      {proof === "key" ? (
        <AutosizeTextarea
          {...secretField}
          label={say("servers-account-form-key")}
          description={say("servers-account-form-key-help")}
          placeholder={say(stored ? "servers-form-stored" : "servers-account-form-key-example")}
          minRows={3}
          maxRows={8}
          classNames={{ input: css.unseen }}
          onChange={(event) => change({ secret: event.currentTarget.value })}
        />
      ) : null}
      <details
        className={css.folded}
        open={insist && [wrongPort, wrongIdp, wrongIdpId].some((it) => it !== null) ? true : undefined}
      >
        <summary>{say("servers-form-advanced")}</summary>
        <div className={css.form}>
          <HelpedSwitch
            label={say("servers-account-form-unattended")}
            help={say("servers-account-form-unattended-help")}
            checked={alone}
            disabled={proof === "none" || vouched}
            onChange={(next) => change({ unattended: next })}
          />
          <HelpedSwitch
            label={say("servers-account-own-sso")}
            help={say("servers-account-form-sso-help")}
            checked={vouched}
            onChange={(next) => change({ vouched: next })}
          />
          {vouched ? (
            <>
              <TextInput
                {...exact(idp, (next) => change({ idp: next }), wrongIdp)}
                label={say("servers-account-form-idp")}
                description={say("servers-account-form-idp-help")}
              />
              <TextInput
                {...exact(idpId, (next) => change({ idpId: next }), wrongIdpId)}
                label={say("servers-account-form-idp-id")}
              />
            </>
          ) : null}
          {!alone ? (
            <TextInput
              label={say("servers-account-form-port")}
              description={say("servers-account-form-port-help")}
              inputMode="numeric"
              value={port}
              error={insist ? wrongPort : null}
              onChange={(event) => change({ port: event.currentTarget.value.replace(/\D/g, "").slice(0, 5) })}
            />
          ) : null}
        </div>
      </details>
      {save.error !== null ? <ProblemNote problem={save.error} server={server.label} live /> : null}
      <div className={`row ${css.buttons}`}>
        <Button type="submit" loading={save.isPending}>
          {say("words-save")}
        </Button>
        <Button variant="subtle" onClick={leave}>
          {say("words-cancel")}
        </Button>
        {!alone ? (
          <span className="small dim">
            {say(vouched ? "servers-account-form-then-organization" : "servers-account-form-then-server")}
          </span>
        ) : null}
      </div>
    </form>
  );
}
