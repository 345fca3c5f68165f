/** No registry is on. Which one is visited, and that one is, the person decides at the gate. */
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { RegistryHeader } from "../../../bindings/host";
import { LinkButton, ProblemNote, RawText } from "../../../elements";
import { say } from "../../../l10n";
import { useHost, useProposal, useShowRequest } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import form from "../form/form.module.css";
import css from "./registry.module.css";

/** The last request of this window, which also waits while the person looks at another page. */
let lastRequest: string | null = null;

export function TurnOn({ publicAddress }: { publicAddress: string }) {
  const [own, setOwn] = useState<string | null>(null);
  const [header, setHeader] = useState<RegistryHeader | null>(null);
  const [insist, setInsist] = useState(false);
  const [request, setRequest] = useState(lastRequest);
  const waiting = useHost((host) => host.waiting.find((it) => it.id === request));
  const propose = useProposal("propose_registry");
  const showRequest = useShowRequest();

  const refused = propose.error?.code === "input.bad";
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) field.current?.focus();
  }, [refused]);

  function write(address: string | null) {
    setOwn(address);
    if (address === null) setHeader(null);
    if (propose.error !== null) propose.reset();
  }

  function turnOn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = own === null ? publicAddress : own.trim();
    const isOpen = header !== null && (header.name.trim() === "" || header.secret.trim() === "");
    if (address === "" || isOpen) {
      setInsist(true);
      focusInvalid(event.currentTarget);
      return;
    }
    propose.ask({ address, header: own === null ? null : header }, ({ id }) => {
      lastRequest = id;
      setRequest(id);
    });
  }

  return (
    <div className={form.scroll}>
      <form className={form.reading} onSubmit={turnOn} noValidate>
        <div className={css.about}>
          <h2>{say("servers-registry-off")}</h2>
          <p>{say("servers-registry-off-list")}</p>
          <p>{say("servers-registry-off-copy")}</p>
        </div>
        <div role="status" className={waiting === undefined ? "visually-hidden" : form.pasted}>
          {waiting === undefined ? null : say("servers-registry-waiting")}
        </div>
        {waiting !== undefined ? (
          <div>
            <Button
              onClick={() => showRequest(waiting.id)}
              aria-label={say("servers-show-request-name", { question: waiting.question })}
            >
              {say("servers-show-request")}
            </Button>
          </div>
        ) : (
          <>
            {own === null ? (
              <div className={css.address}>
                <span className={form.byLabel}>{say("servers-registry-public")}</span>
                <RawText text={publicAddress} mono />
                <LinkButton look="link" small onClick={() => write("")}>
                  {say("servers-registry-other")}
                </LinkButton>
              </div>
            ) : (
              <div className={css.address}>
                <TextInput
                  ref={field}
                  className={css.field ?? ""}
                  classNames={{ input: form.mono }}
                  label={say("servers-registry-address")}
                  description={say("servers-registry-address-help")}
                  placeholder="https://"
                  aria-required
                  autoFocus
                  maxLength={2_048}
                  value={own}
                  error={insist && own.trim() === "" ? say("servers-missing") : refused}
                  onChange={(event) => write(event.currentTarget.value)}
                />
                {header === null ? (
                  <LinkButton
                    look="link"
                    small
                    onClick={() => setHeader({ name: "Authorization", secret: "" })}
                  >
                    {say("servers-registry-header-add")}
                  </LinkButton>
                ) : (
                  <HeaderFields
                    header={header}
                    insist={insist}
                    onChange={(next) => {
                      setHeader(next);
                      if (propose.error !== null) propose.reset();
                    }}
                  />
                )}
                <LinkButton look="link" small onClick={() => write(null)}>
                  {say("servers-registry-public-instead")}
                </LinkButton>
              </div>
            )}
            {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
            <div className={`row ${form.foot}`}>
              <Button type="submit" variant="filled" loading={propose.isPending}>
                {say("servers-page-turn-on")}
              </Button>
              <p className="small dim">{say("servers-registry-off-note")}</p>
            </div>
          </>
        )}
      </form>
    </div>
  );
}

/** A header that signs in to a private registry. */
function HeaderFields(props: {
  header: RegistryHeader;
  insist: boolean;
  onChange: (header: RegistryHeader | null) => void;
}) {
  const { header, insist, onChange } = props;
  const missing = (text: string) => (insist && text.trim() === "" ? say("servers-missing") : undefined);
  return (
    <>
      <TextInput
        className={css.field ?? ""}
        classNames={{ input: form.mono }}
        label={say("servers-registry-header-name")}
        aria-required
        maxLength={200}
        value={header.name}
        error={missing(header.name)}
        onChange={(event) => onChange({ ...header, name: event.currentTarget.value })}
      />
      <PasswordInput
        className={css.field ?? ""}
        label={say("servers-registry-header-value")}
        description={say("servers-registry-header-help")}
        placeholder="Bearer …"
        aria-required
        maxLength={8_192}
        value={header.secret}
        error={missing(header.secret)}
        visibilityToggleButtonProps={{ "aria-label": say("servers-registry-header-show") }}
        onChange={(event) => onChange({ ...header, secret: event.currentTarget.value })}
      />
      <LinkButton look="link" small onClick={() => onChange(null)}>
        {say("servers-registry-header-none")}
      </LinkButton>
    </>
  );
}
