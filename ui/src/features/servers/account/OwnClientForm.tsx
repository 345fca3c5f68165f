/** Takes a client ID and its secret or key. What goes to the keychain never comes back into the form. */
import { Button, PasswordInput, SegmentedControl, TextInput } from "@mantine/core";
import { type ChangeEvent, type FormEvent, useId, useState } from "react";
import type { ClientProof, OwnClient, ServerSummary } from "../../../bindings/host";
import { AutosizeTextarea, HelpedSwitch, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import css from "./account.module.css";

interface Props {
  server: ServerSummary;
  /** The one that is there already. */
  client: OwnClient | null;
  onDone: () => void;
  onCancel?: () => void;
}

const proofs: readonly ClientProof[] = ["none", "secret", "key"];

export function OwnClientForm({ server, client, onDone, onCancel }: Props) {
  const [id, setId] = useState(client?.client_id ?? "");
  const [proof, setProof] = useState<ClientProof>(client?.proof ?? "secret");
  const [secret, setSecret] = useState("");
  const [unattended, setUnattended] = useState(client?.unattended ?? false);
  const [port, setPort] = useState(client?.port == null ? "" : String(client.port));
  const [vouched, setVouched] = useState(client?.organisation != null);
  const [idp, setIdp] = useState(client?.organisation?.issuer ?? "");
  const [idpId, setIdpId] = useState(client?.organisation?.client_id ?? "");
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
    save.mutate(
      {
        server: server.id,
        client: {
          client_id: id.trim(),
          secret: proof === "none" || secret === "" ? null : secret,
          proof,
          // For the one of the next sign-in.
          issuer: null,
          unattended: alone,
          port: port === "" || alone ? null : Number(port),
          organisation: vouched ? { issuer: idp.trim(), client_id: idpId.trim() } : null,
        },
      },
      {
        onSuccess: () => {
          setSecret("");
          onDone();
        },
      },
    );
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
      <TextInput {...exact(id, setId, wrongId)} autoFocus label={say("servers-account-own-id")} />
      <div className={css.choice}>
        <span className={css.choiceLabel} id={proofs_}>
          {say("servers-account-own-proof")}
        </span>
        <SegmentedControl
          aria-labelledby={proofs_}
          data={proofs.map((it) => ({ value: it, label: say(`servers-account-form-proof-${it}`) }))}
          value={proof}
          onChange={(next) => {
            setProof(next as ClientProof);
            setSecret("");
          }}
        />
      </div>
      {proof === "secret" ? (
        <PasswordInput
          {...secretField}
          label={say("servers-account-form-secret")}
          description={say("servers-account-form-secret-help")}
          classNames={{ innerInput: css.mono }}
          visibilityToggleButtonProps={{ "aria-label": say("servers-account-form-secret-show") }}
          onChange={(event) => setSecret(event.currentTarget.value)}
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
          onChange={(event) => setSecret(event.currentTarget.value)}
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
            onChange={setUnattended}
          />
          <HelpedSwitch
            label={say("servers-account-own-sso")}
            help={say("servers-account-form-sso-help")}
            checked={vouched}
            onChange={setVouched}
          />
          {vouched ? (
            <>
              <TextInput
                {...exact(idp, setIdp, wrongIdp)}
                label={say("servers-account-form-idp")}
                description={say("servers-account-form-idp-help")}
              />
              <TextInput {...exact(idpId, setIdpId, wrongIdpId)} label={say("servers-account-form-idp-id")} />
            </>
          ) : null}
          {!alone ? (
            <TextInput
              label={say("servers-account-form-port")}
              description={say("servers-account-form-port-help")}
              inputMode="numeric"
              value={port}
              error={insist ? wrongPort : null}
              onChange={(event) => setPort(event.currentTarget.value.replace(/\D/g, "").slice(0, 5))}
            />
          ) : null}
        </div>
      </details>
      {save.error !== null ? <ProblemNote problem={save.error} server={server.label} live /> : null}
      <div className={css.buttons}>
        <Button type="submit" loading={save.isPending}>
          {say("words-save")}
        </Button>
        {onCancel !== undefined ? (
          <Button variant="subtle" onClick={onCancel}>
            {say("words-cancel")}
          </Button>
        ) : null}
        {!alone ? (
          <span className="small dim">
            {say(vouched ? "servers-account-form-then-organization" : "servers-account-form-then-server")}
          </span>
        ) : null}
      </div>
    </form>
  );
}
