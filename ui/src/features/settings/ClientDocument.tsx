/** The document by which authorization servers know who Portcullis is, where an organisation publishes one (AUT-20). */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ProblemNote } from "../../elements";
import { Copy } from "../../elements/Copy";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import css from "./settings.module.css";

export function ClientDocument() {
  const known = useHostQuery("client_document", {});
  const save = useHostCommand("set_client_document");
  const [typed, setTyped] = useState("");
  const document = save.data ?? known.data;
  if (document === undefined) return known.error === null ? null : <ProblemNote problem={known.error} />;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typed.trim() === "") return;
    save.mutate({ address: typed.trim() }, { onSuccess: () => setTyped("") });
  }

  return (
    <>
      {document.address === null ? (
        <p className="dim">{say("settings-client-none")}</p>
      ) : (
        <p className={css.line}>
          <code className={css.path}>{document.address}</code>
          <Copy text={document.address} label={say("elements-copy-url")} />
          <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ address: null })}>
            {say("words-remove")}
          </Button>
        </p>
      )}
      <form onSubmit={submit} className={css.line} aria-label={say("settings-client-document")}>
        <TextInput
          aria-label={say("settings-client-document-url")}
          placeholder="https://"
          maxLength={2048}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          type="submit"
          size="xs"
          loading={save.isPending}
          aria-disabled={typed.trim() === "" || undefined}
        >
          {say("words-save")}
        </Button>
        <Copy text={document.content} label={say("settings-client-template")} />
      </form>
      {save.error !== null ? <ProblemNote problem={save.error} live /> : null}
    </>
  );
}
