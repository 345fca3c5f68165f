/** The document by which authorization servers know who Portcullis is, where an organisation publishes one (AUT-20). */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import type { ClientDocument as Published } from "../../bindings/host";
import { ProblemNote, useLostFocus } from "../../elements";
import { Copy } from "../../elements/Copy";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery, useWriteReply } from "../../store";
import css from "./settings.module.css";

export function ClientDocument() {
  const known = useHostQuery("client_document", {});
  if (known.data === undefined) return known.error === null ? null : <ProblemNote problem={known.error} />;
  return <DocumentForm known={known.data} />;
}

function DocumentForm({ known }: { known: Published }) {
  const write = useWriteReply("client_document");
  const save = useHostCommand("set_client_document", (now) => write({}, now));
  const [typed, setTyped] = useState("");
  const { address, content } = known;
  const box = useRef<HTMLDivElement>(null);
  // The button that removed the address is gone with it.
  useLostFocus(
    box,
    () => null,
    () => box.current?.querySelector("input"),
  );

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (typed.trim() === "") return;
    save.mutate({ address: typed.trim() }, { onSuccess: () => setTyped("") });
  }

  /** What is removed can be saved again. */
  function remove(address: string) {
    save.mutate({ address: null }, { onSuccess: () => setTyped((now) => (now === "" ? address : now)) });
  }

  return (
    <div ref={box} className={css.content}>
      {address === null ? (
        <p className="dim">{say("settings-client-none")}</p>
      ) : (
        <p className={css.line}>
          <code className={css.path}>{address}</code>
          <Copy text={address} label={say("elements-copy-url")} />
          <Button size="xs" loading={save.isPending} onClick={() => remove(address)}>
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
        <Copy text={content} label={say("settings-client-template")} />
      </form>
      {save.error !== null ? <ProblemNote problem={save.error} live /> : null}
    </div>
  );
}
