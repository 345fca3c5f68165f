/** Where secrets are: in the system's keychain, or in a file that the person chose because there is none (F-35). */
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ProblemNote, Tag } from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { type useAbout, useHostCommand } from "../../store";
import css from "./settings.module.css";

/** Shortest passphrase that the host takes. */
const SHORTEST = 12;

export function Secrets({ computer }: { computer: ReturnType<typeof useAbout> }) {
  const { secrets, keychain } = computer.about;
  const { check: changed, checking } = computer;
  return (
    <>
      {computer.problem !== null ? <ProblemNote problem={computer.problem} /> : null}
      {secrets.kind === "file" ? (
        <File open={secrets.open} onChange={changed} />
      ) : keychain === null ? (
        <p className={css.line}>
          <span>
            <Tag tone="ok">works</Tag>{" "}
            <span className="dim">Secrets are in your system’s keychain and nowhere else.</span>
          </span>
          <Button size="xs" loading={checking} onClick={changed}>
            Check again
          </Button>
        </p>
      ) : (
        <>
          <ProblemNote
            problem={keychain}
            action={
              <Button size="xs" loading={checking} onClick={changed}>
                Try again
              </Button>
            }
          />
          {keychain.code === "vault.missing" ? <Choose onChange={changed} /> : null}
        </>
      )}
    </>
  );
}

/** The one place where a file can be chosen. It says what it costs before it takes a passphrase. */
function Choose({ onChange }: { onChange: () => void }) {
  const [wanted, setWanted] = useState(false);
  const choose = useHostCommand("keep_secrets_in_file");
  if (!wanted) {
    return (
      <p className={css.line}>
        <span className="dim">
          A computer without a keychain can keep secrets in a file with a passphrase.
        </span>
        <Button size="xs" onClick={() => setWanted(true)}>
          Use a file…
        </Button>
      </p>
    );
  }
  return (
    <>
      <p>
        <strong>A file is weaker than a keychain.</strong> Whoever copies it can try passphrases for as long
        as they like, and nobody can open it without the passphrase, you included. You type it at each start,
        and nothing that needs a secret runs before. Start a keychain service instead if you can.
      </p>
      <Passphrases
        label="Choose a passphrase"
        busy={choose.isPending}
        submit="Keep secrets in a file"
        onSubmit={(_, passphrase) => choose.mutate({ passphrase }, { onSuccess: onChange })}
        onCancel={() => setWanted(false)}
      />
      {choose.error !== null ? <ProblemNote problem={choose.error} live /> : null}
    </>
  );
}

function File({ open, onChange }: { open: boolean; onChange: () => void }) {
  const [changing, setChanging] = useState(false);
  const unlock = useHostCommand("unlock_secrets");
  const change = useHostCommand("change_passphrase");
  const back = useHostCommand("keep_secrets_in_keychain");
  if (!open) {
    return (
      <>
        <p>
          <Tag tone="wait">closed</Tag>{" "}
          <span className="dim">Secrets are in a file. Servers that need one start once it is open.</span>
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
        <Tag tone="wait">in a file</Tag>{" "}
        <span className="dim">
          Secrets are in a file that your passphrase opens, and not in a keychain. That is weaker.
        </span>
      </p>
      {changing ? (
        <Passphrases
          label="Change the passphrase"
          before
          busy={change.isPending}
          submit="Change"
          onSubmit={(before, passphrase) =>
            change.mutate({ before, passphrase }, { onSuccess: () => setChanging(false) })
          }
          onCancel={() => setChanging(false)}
        />
      ) : (
        <div className={css.line}>
          <Button size="xs" onClick={() => setChanging(true)}>
            Change the passphrase…
          </Button>
          <ConfirmButton
            label="Move to the keychain…"
            question="Move every secret to this computer’s keychain, and delete the file?"
            yes="Move"
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
    <form className={css.line} onSubmit={submit} aria-label="Open the file with secrets">
      <Passphrase label="Passphrase" value={typed} onChange={setTyped} />
      <Button type="submit" size="xs" loading={busy} disabled={typed === ""}>
        Open
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
  const short = [...first].length < SHORTEST ? `At least ${SHORTEST} characters.` : null;
  const other = first === second ? null : "It is not the same.";
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
      {props.before ? <Passphrase label="Passphrase until now" value={before} onChange={setBefore} /> : null}
      <Passphrase label="New passphrase" value={first} onChange={setFirst} error={insist ? short : null} />
      <Passphrase label="Once more" value={second} onChange={setSecond} error={insist ? other : null} />
      <div className={css.line}>
        <Button type="submit" size="xs" loading={props.busy}>
          {props.submit}
        </Button>
        <Button size="xs" variant="subtle" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Passphrase(props: {
  label: string;
  value: string;
  error?: string | null;
  onChange: (value: string) => void;
}) {
  return (
    <PasswordInput
      label={props.label}
      autoComplete="off"
      spellCheck={false}
      maxLength={1000}
      value={props.value}
      error={props.error ?? null}
      aria-invalid={props.error != null}
      visibilityToggleButtonProps={{ "aria-label": `Show: ${props.label}` }}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
