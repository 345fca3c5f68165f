/** A second account is a second entry of the same server: added by the usual review, under a label of its own. */
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useId, useState } from "react";
import type { NamedValue, ServerDraft, ServerSummary } from "../../../bindings/host";
import { ProblemNote, useReplacedButton } from "../../../elements";
import { say } from "../../../l10n";
import { useHost, useHostQuery, useProposal } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import { nextLabel } from "../nextLabel";
import sections from "../sections.module.css";
import { useAwaitArrival } from "../useArrival";
import css from "./account.module.css";

export function AnotherAccount({ server }: { server: ServerSummary }) {
  const { open, close, button } = useReplacedButton();
  const detail = useHostQuery("server", { id: server.id });
  const id = useId();
  return (
    <section className={sections.section} aria-labelledby={id}>
      <h2 id={id}>{say("servers-account-another")}</h2>
      {open && detail.data !== undefined ? (
        <Form server={server} draft={detail.data.draft} onCancel={close} />
      ) : (
        <div className={`row ${css.line}`}>
          <p className="dim">{say("servers-account-another-help")}</p>
          <Button size="xs" {...button}>
            {say("servers-account-another-add")}
          </Button>
        </div>
      )}
      {detail.error !== null ? <ProblemNote problem={detail.error} server={server.label} /> : null}
    </section>
  );
}

function Form(props: { server: ServerSummary; draft: ServerDraft; onCancel: () => void }) {
  const { draft } = props;
  const servers = useHost((host) => host.servers);
  const [label, setLabel] = useState(() =>
    nextLabel(
      draft.label,
      servers.map((it) => it.label),
    ),
  );
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [insist, setInsist] = useState(false);
  const propose = useProposal("propose_server");
  const awaitArrival = useAwaitArrival();
  // What is in the keychain for one entry is not lent to another.
  const secrets = draft.headers.filter((it) => it.secret);
  const taken = propose.error?.code === "server.label_taken";
  const labelProblem =
    insist && label.trim() === ""
      ? say("servers-form-wrong-label")
      : taken
        ? [propose.error?.sentence, propose.error?.remedy].filter(Boolean).join(" ")
        : null;
  const missing = (header: NamedValue) => (typed[header.name] ?? "") === "";

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const form = event.currentTarget;
    if (label.trim() === "" || secrets.some(missing)) {
      focusInvalid(form);
      return;
    }
    const headers = draft.headers.map((it) => (it.secret ? { ...it, value: typed[it.name] ?? "" } : it));
    propose.ask({ draft: { ...draft, label: label.trim(), headers }, changes: null }, ({ id }) =>
      awaitArrival(id, label.trim()),
    );
  }

  return (
    <form className={css.form} onSubmit={review} noValidate aria-label={say("servers-account-another")}>
      <TextInput
        autoFocus
        label={say("words-field-label")}
        description={say("servers-account-another-label-help")}
        aria-required
        maxLength={64}
        value={label}
        error={labelProblem}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          if (propose.error !== null) propose.reset();
        }}
      />
      {secrets.map((header) => (
        <PasswordInput
          key={header.name}
          label={header.name}
          description={say("servers-account-another-secret-help")}
          aria-required
          aria-invalid={insist && missing(header)}
          value={typed[header.name] ?? ""}
          error={insist && missing(header) ? say("servers-account-another-secret-wrong") : null}
          visibilityToggleButtonProps={{
            "aria-label": say("servers-form-value-show", { name: header.name }),
          }}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [header.name]: value }));
          }}
        />
      ))}
      {propose.error !== null && !taken ? <ProblemNote problem={propose.error} live /> : null}
      <div className={`row ${css.buttons}`}>
        <Button type="submit" loading={propose.isPending}>
          {say("servers-form-review")}
        </Button>
        <Button variant="subtle" onClick={props.onCancel}>
          {say("words-cancel")}
        </Button>
      </div>
    </form>
  );
}
