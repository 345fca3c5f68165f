/** Where secrets are: in the system's keychain, or in a file that the person chose because there is none (F-35). */
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { ProblemNote, Tag, useLostFocus, useReplacedButton } from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { Say, say, strong } from "../../l10n";
import { type useAbout, useHostCommand } from "../../store";
import css from "./settings.module.css";

/** Shortest passphrase that the host takes. */
const SHORTEST = 12;

export function Secrets({ computer }: { computer: ReturnType<typeof useAbout> }) {
  const { secrets, keychain } = computer.about;
  const { check: changed, checking } = computer;
  const box = useRef<HTMLDivElement>(null);
  // What was done took the form with it in which the focus was.
  useLostFocus(
    box,
    () => null,
    () => box.current?.querySelector<HTMLElement>("button, input"),
  );
  return (
    <div ref={box} className={css.content}>
      {computer.problem !== null ? <ProblemNote problem={computer.problem} /> : null}
      {secrets.kind === "file" ? (
        <File open={secrets.open} onChange={changed} />
      ) : keychain === null ? (
        <p className={css.line}>
          <span>
            <Tag tone="ok">{say("settings-works")}</Tag>{" "}
            <span className="dim">{say("settings-secrets-keychain")}</span>
          </span>
          <Button size="xs" loading={checking} onClick={changed}>
            {say("words-check-again")}
          </Button>
        </p>
      ) : (
        <>
          <ProblemNote
            problem={keychain}
            action={
              <Button size="xs" loading={checking} onClick={changed}>
                {say("elements-try-again")}
              </Button>
            }
          />
          {keychain.code === "vault.missing" ? <Choose onChange={changed} /> : null}
        </>
      )}
    </div>
  );
}

/** The one place where a file can be chosen. It says what it costs before it takes a passphrase. */
function Choose({ onChange }: { onChange: () => void }) {
  const { open, close, button } = useReplacedButton();
  const choose = useHostCommand("keep_secrets_in_file", onChange);
  if (!open) {
    return (
      <p className={css.line}>
        <span className="dim">{say("settings-secrets-offer")}</span>
        <Button size="xs" {...button}>
          {say("settings-secrets-offer-button")}
        </Button>
      </p>
    );
  }
  return (
    <>
      <p>
        <Say id="settings-secrets-warning" tags={{ strong }} />
      </p>
      <Passphrases
        label={say("settings-secrets-choose")}
        busy={choose.isPending}
        submit={say("settings-secrets-store")}
        onSubmit={(_, passphrase) => choose.mutate({ passphrase })}
        onCancel={() => {
          choose.reset();
          close();
        }}
      />
      {choose.error !== null ? <ProblemNote problem={choose.error} live /> : null}
    </>
  );
}

function File({ open, onChange }: { open: boolean; onChange: () => void }) {
  const { open: changing, close, button } = useReplacedButton();
  const unlock = useHostCommand("unlock_secrets");
  const change = useHostCommand("change_passphrase");
  const back = useHostCommand("keep_secrets_in_keychain");
  if (!open) {
    return (
      <>
        <p>
          <Tag tone="wait">{say("settings-secrets-locked")}</Tag>{" "}
          <span className="dim">{say("settings-secrets-locked-help")}</span>
        </p>
        <Unlock
          busy={unlock.isPending}
          onSubmit={(passphrase) => unlock.mutate({ passphrase }, { onSuccess: onChange })}
        />
        {unlock.error !== null ? <ProblemNote problem={unlock.error} live /> : null}
      </>
    );
  }
  return (
    <>
      <p>
        <Tag tone="wait">{say("settings-secrets-file")}</Tag>{" "}
        <span className="dim">{say("settings-secrets-file-help")}</span>
      </p>
      {changing ? (
        <Passphrases
          label={say("settings-secrets-change-form")}
          before
          busy={change.isPending}
          submit={say("settings-secrets-change")}
          onSubmit={(before, passphrase) => change.mutate({ before, passphrase }, { onSuccess: close })}
          onCancel={() => {
            change.reset();
            close();
          }}
        />
      ) : (
        <div className={css.line}>
          <Button size="xs" {...button}>
            {say("settings-secrets-change-button")}
          </Button>
          <ConfirmButton
            label={say("settings-secrets-move")}
            question={say("settings-secrets-move-question")}
            yes={say("settings-secrets-move-yes")}
            busy={back.isPending}
            onYes={() => back.mutate({}, { onSuccess: onChange })}
          />
        </div>
      )}
      {change.error !== null ? <ProblemNote problem={change.error} live /> : null}
      {back.error !== null ? <ProblemNote problem={back.error} live /> : null}
    </>
  );
}

function Unlock({ busy, onSubmit }: { busy: boolean; onSubmit: (passphrase: string) => void }) {
  const [typed, setTyped] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed === "") return;
    onSubmit(typed);
    setTyped("");
  }
  return (
    <form className={css.line} onSubmit={submit} aria-label={say("settings-secrets-unlock-form")}>
      <Passphrase label={say("settings-passphrase")} value={typed} onChange={setTyped} />
      <Button type="submit" size="xs" loading={busy} aria-disabled={typed === "" || undefined}>
        {say("settings-secrets-unlock")}
      </Button>
    </form>
  );
}

function Passphrases(props: {
  label: string;
  before?: boolean;
  busy: boolean;
  submit: string;
  onSubmit: (before: string, passphrase: string) => void;
  onCancel: () => void;
}) {
  const [before, setBefore] = useState("");
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [insist, setInsist] = useState(false);
  const short = [...first].length < SHORTEST ? say("settings-passphrase-short", { count: SHORTEST }) : null;
  const other = first === second ? null : say("settings-passphrase-different");
  function submit(event: FormEvent) {
    event.preventDefault();
    setInsist(true);
    if (short !== null || other !== null || (props.before && before === "")) return;
    props.onSubmit(before, first);
    setBefore("");
    setFirst("");
    setSecond("");
    setInsist(false);
  }
  return (
    <form className={css.content} onSubmit={submit} noValidate aria-label={props.label}>
      {props.before ? (
        <Passphrase
          label={say("settings-passphrase-current")}
          value={before}
          autoFocus
          onChange={setBefore}
        />
      ) : null}
      <Passphrase
        label={say("settings-passphrase-new")}
        value={first}
        autoFocus={!props.before}
        onChange={setFirst}
        error={insist ? short : null}
      />
      <Passphrase
        label={say("settings-passphrase-repeat")}
        value={second}
        onChange={setSecond}
        error={insist ? other : null}
      />
      <div className={css.line}>
        <Button type="submit" size="xs" loading={props.busy}>
          {props.submit}
        </Button>
        <Button size="xs" variant="subtle" onClick={props.onCancel}>
          {say("words-cancel")}
        </Button>
      </div>
    </form>
  );
}

function Passphrase(props: {
  label: string;
  value: string;
  autoFocus?: boolean;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <PasswordInput
      label={props.label}
      autoFocus={props.autoFocus ?? false}
      maxLength={1000}
      value={props.value}
      error={props.error ?? null}
      aria-invalid={props.error != null}
      visibilityToggleButtonProps={{ "aria-label": say("settings-passphrase-show", { field: props.label }) }}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
