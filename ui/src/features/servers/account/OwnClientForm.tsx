/** Takes a client ID and its secret or key. What goes to the keychain never comes back into the form. */
import { Button, PasswordInput, SegmentedControl, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import type { ClientProof, OwnClient, ServerSummary } from "../../../bindings/host";
import { AutosizeTextarea, ProblemNote } from "../../../elements";
import { useHostCommand } from "../../../store";
import css from "./account.module.css";

interface Props {
  server: ServerSummary;
  /** The one that is there already. */
  client: OwnClient | null;
  onDone: () => void;
  onCancel?: () => void;
}

const proofs: { value: ClientProof; label: string }[] = [
  { value: "none", label: "Nothing else" },
  { value: "secret", label: "A secret" },
  { value: "key", label: "A private key" },
];

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
  const wrongId = id.trim() === "" ? "Enter the client ID as the authorization server named it." : null;
  const wrongSecret =
    proof !== "none" && !stored && secret.trim() === "" ? "It is needed to prove itself." : null;
  const wrongPort = port === "" || (Number(port) >= 1 && Number(port) <= 65_535) ? null : "From 1 to 65535.";

  const wrongIdp =
    vouched && !/^https?:\/\/\S+$/.test(idp.trim()) ? "An address that begins with https://." : null;
  const wrongIdpId =
    vouched && idpId.trim() === "" ? "Enter the client ID as your organisation named it." : null;
  const alone = unattended && proof !== "none" && !vouched;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const form = event.currentTarget;
    const wrong = [wrongId, wrongSecret, wrongPort, wrongIdp, wrongIdpId];
    if (wrong.some((it) => it !== null)) {
      queueMicrotask(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
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

  const secretField = {
    value: secret,
    autoComplete: "off",
    spellCheck: false,
    "aria-required": !stored,
    "aria-invalid": insist && wrongSecret !== null,
    error: insist ? wrongSecret : null,
    description: "It is stored as a secret and sent to the authorization server, and nowhere else.",
    placeholder: stored ? "Stored as a secret; type to replace it" : "",
  } as const;

  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label="Client ID of your own">
      <TextInput
        label="Client ID"
        aria-required
        autoComplete="off"
        spellCheck={false}
        maxLength={2048}
        value={id}
        error={insist ? wrongId : null}
        classNames={{ input: css.mono }}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <div className={css.choice}>
        <span className={css.choiceLabel} id={proofs_}>
          Proves itself by
        </span>
        <SegmentedControl
          aria-labelledby={proofs_}
          data={proofs}
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
          label="Client secret"
          classNames={{ innerInput: css.mono }}
          visibilityToggleButtonProps={{ "aria-label": "Show the client secret" }}
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
      ) : null}
      {proof === "key" ? (
        <AutosizeTextarea
          {...secretField}
          label="Private key"
          placeholder={stored ? secretField.placeholder : "-----BEGIN PRIVATE KEY-----"}
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
        <summary>More</summary>
        <div className={css.form}>
          <Switch
            size="xs"
            label="It signs in without a browser"
            description="For servers that nobody sits in front of. It takes a secret or a key."
            checked={alone}
            disabled={proof === "none" || vouched}
            onChange={(event) => setUnattended(event.currentTarget.checked)}
          />
          <Switch
            size="xs"
            label="My organisation vouches for me"
            description="Its own page opens in place of the authorization server’s, and its word for you goes there."
            checked={vouched}
            onChange={(event) => setVouched(event.currentTarget.checked)}
          />
          {vouched ? (
            <>
              <TextInput
                label="Identity provider"
                description="Its address, as your organisation gives it."
                aria-required
                autoComplete="off"
                spellCheck={false}
                maxLength={2048}
                value={idp}
                error={insist ? wrongIdp : null}
                classNames={{ input: css.mono }}
                onChange={(event) => setIdp(event.currentTarget.value)}
              />
              <TextInput
                label="Client ID at your organisation"
                aria-required
                autoComplete="off"
                spellCheck={false}
                maxLength={2048}
                value={idpId}
                error={insist ? wrongIdpId : null}
                classNames={{ input: css.mono }}
                onChange={(event) => setIdpId(event.currentTarget.value)}
              />
            </>
          ) : null}
          {!alone ? (
            <TextInput
              label="Port to come back to"
              description="Only where the authorization server wants an exact one."
              inputMode="numeric"
              autoComplete="off"
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
          Save
        </Button>
        {onCancel !== undefined ? (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {!alone ? (
          <span className="small dim">
            Then you see the redirect address to enter at{" "}
            {vouched ? "your organisation" : "the authorization server"}.
          </span>
        ) : null}
      </div>
    </form>
  );
}
