/** The values that an entry asks for. It proposes; the gate shows what would run or be reached. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { RegistryOption, RegistryServer } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useShowRequest } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import form from "../form/form.module.css";
import { InstallField } from "../install/InstallField";
import { missing, startValues, type Typed, toValues } from "../install/values";
import { useAwaitArrival } from "../useArrival";

/** Nothing of it is stored before. */
const NONE: ReadonlySet<string> = new Set();

export function EntryForm(props: { server: RegistryServer; version: string; option: RegistryOption }) {
  const { server, version, option } = props;
  const { settings } = option;
  const [label, setLabel] = useState(server.label);
  const [typed, setTyped] = useState<Typed>(() => startValues(settings, undefined));
  const [insist, setInsist] = useState(false);
  const propose = useHostCommand("propose_registry_server");
  const showRequest = useShowRequest();
  const awaitArrival = useAwaitArrival();
  const open = missing(settings, typed, NONE);

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    if (label.trim() === "" || open.size > 0) {
      focusInvalid(event.currentTarget);
      return;
    }
    propose.mutate(
      {
        name: server.name,
        version,
        at: option.at,
        label: label.trim(),
        values: toValues(settings, typed, NONE),
      },
      {
        onSuccess: (request) => {
          awaitArrival(label.trim());
          showRequest(request.id);
        },
      },
    );
  }

  return (
    <form className={form.form} onSubmit={review} noValidate>
      <TextInput
        label={say("servers-install-label")}
        aria-required
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={label}
        error={insist && label.trim() === "" ? say("servers-install-missing") : undefined}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          if (propose.error !== null) propose.reset();
        }}
      />
      {settings.map((setting) => (
        <InstallField
          key={setting.key}
          setting={setting}
          text={typed[setting.key] ?? ""}
          stored={false}
          missing={insist && open.has(setting.key)}
          onChange={(text) => {
            setTyped((before) => ({ ...before, [setting.key]: text }));
            if (propose.error !== null) propose.reset();
          }}
        />
      ))}
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={propose.isPending}>
          {say("servers-registry-review")}
        </Button>
        <p className="small dim">{say("servers-registry-review-note")}</p>
      </div>
    </form>
  );
}
