import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ProviderKind } from "../../../bindings/host";
import { ProblemNote, SelectField } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { kindName, kinds, needsKey, usually } from "./kinds";
import css from "./models.module.css";

/** A kind and a key are enough; the rest has its usual value. */
export function AddProvider(props: { done: () => void }) {
  const [kind, setKind] = useState<ProviderKind>("anthropic");
  const [key, setKey] = useState("");
  const [address, setAddress] = useState("");
  const [label, setLabel] = useState("");
  const add = useHostCommand("add_provider");
  const own = kind === "compatible";
  const ready = (!needsKey(kind) || key.trim() !== "") && (!own || address.trim() !== "");
  return (
    <form
      className={css.form}
      aria-label={say("settings-models-form")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready || add.isPending) return;
        const draft = {
          kind,
          label: label.trim() || null,
          address: address.trim() || null,
          key: key.trim() || null,
        };
        // What was typed does not stay behind, whatever comes of it.
        add.mutate({ draft }, { onSuccess: props.done });
      }}
    >
      <SelectField
        label={say("settings-models-provider")}
        autoFocus
        data={kinds.map((value) => ({ value, label: kindName(value) }))}
        value={kind}
        onChange={(value) => setKind(value as ProviderKind)}
      />
      <PasswordInput
        label={say(needsKey(kind) ? "settings-models-key" : "settings-models-key-optional")}
        description={say("settings-models-key-help")}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <TextInput
        label={say(own ? "settings-models-url" : "settings-models-url-optional")}
        placeholder={usually(kind) || "https://host/v1"}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <TextInput
        label={say("settings-models-name-optional")}
        placeholder={kindName(kind)}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {add.error ? <ProblemNote problem={add.error} live /> : null}
      <div className="buttons">
        <Button
          type="submit"
          variant="filled"
          loading={add.isPending}
          aria-disabled={ready ? undefined : true}
        >
          {say("settings-models-add-check")}
        </Button>
        <Button variant="subtle" onClick={props.done}>
          {say("words-cancel")}
        </Button>
      </div>
    </form>
  );
}
