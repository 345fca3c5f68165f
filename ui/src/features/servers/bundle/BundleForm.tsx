/** The values that a bundle asks for. It proposes; the gate shows what would run. */
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { BundleView, InstalledBundle } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useShowRequest } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import css from "../form/form.module.css";
import { InstallField } from "../install/InstallField";
import { missing, startValues, type Typed, toValues } from "../install/values";
import { useAwaitArrival } from "../useArrival";

/** The choice to add a server beside those that are there; ids of servers are random and never this. */
const NEW = "new";

interface Props {
  bundle: BundleView;
  onProposed: () => void;
  onCancel: () => void;
}

export function BundleForm({ bundle, onProposed, onCancel }: Props) {
  const [first] = bundle.installed;
  const [chosen, setChosen] = useState(first?.server ?? NEW);
  const updates = bundle.installed.find((it) => it.server === chosen);
  return (
    <>
      {first !== undefined ? (
        <div className={css.by}>
          <span className={css.byLabel} id="bundle-updates">
            {say("servers-bundle-updates")}
          </span>
          <SegmentedControl
            aria-labelledby="bundle-updates"
            data={[
              ...bundle.installed.map((it) => ({
                value: it.server,
                label: say("servers-bundle-update", { server: it.label, version: it.version.text }),
              })),
              { value: NEW, label: say("servers-bundle-add") },
            ]}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      ) : null}
      <Fields key={chosen} bundle={bundle} updates={updates} onProposed={onProposed} onCancel={onCancel} />
    </>
  );
}

function Fields({ bundle, updates, onProposed, onCancel }: Props & { updates: InstalledBundle | undefined }) {
  const [label, setLabel] = useState(updates?.label ?? bundle.label);
  const [typed, setTyped] = useState<Typed>(() => startValues(bundle.settings, updates));
  const [insist, setInsist] = useState(false);
  const propose = useHostCommand("propose_bundle");
  const showRequest = useShowRequest();
  const awaitArrival = useAwaitArrival();
  const stored = new Set(updates?.stored);
  const open = insist ? missing(bundle.settings, typed, stored) : new Set<string>();
  const labelMissing = insist && label.trim() === "";

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const target = event.currentTarget;
    if (label.trim() === "" || missing(bundle.settings, typed, stored).size > 0) {
      focusInvalid(target);
      return;
    }
    propose.mutate(
      {
        bundle: bundle.id,
        label: label.trim(),
        values: toValues(bundle.settings, typed, stored),
        updates: updates?.server ?? null,
      },
      {
        onSuccess: (request) => {
          onProposed();
          if (updates === undefined) awaitArrival(label.trim());
          showRequest(request.id);
        },
      },
    );
  }

  return (
    <form className={css.form} onSubmit={review} noValidate>
      <TextInput
        label={say("servers-install-label")}
        aria-required
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={label}
        error={labelMissing ? say("servers-install-missing") : undefined}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {bundle.settings.map((setting) => (
        <InstallField
          key={setting.key}
          setting={setting}
          text={typed[setting.key] ?? ""}
          stored={stored.has(setting.key)}
          missing={open.has(setting.key)}
          onChange={(text) => {
            setTyped((before) => ({ ...before, [setting.key]: text }));
            if (propose.error !== null) propose.reset();
          }}
        />
      ))}
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
      <div className={css.foot}>
        <Button type="submit" variant="filled" loading={propose.isPending}>
          {say("servers-bundle-review")}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {say("servers-bundle-cancel")}
        </Button>
        <p className="small dim">{say("servers-bundle-note")}</p>
      </div>
    </form>
  );
}
