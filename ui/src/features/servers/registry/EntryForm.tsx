/** Adds a server of the registry in one of its ways. It proposes; the gate shows what would run. */
import { Button, Radio, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { RegistryOption, RegistryServer } from "../../../bindings/host";
import { ForeignText, ProblemNote, RawText } from "../../../elements";
import { RadioOption } from "../../../elements/inputs/RadioOption";
import { say } from "../../../l10n";
import { BUNDLE, go } from "../../../route";
import { useHostCommand, useShowRequest } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import form from "../form/form.module.css";
import { SettingField } from "../install/SettingField";
import { missing, startValues, type Typed, toValues } from "../install/values";
import { useAwaitArrival } from "../useArrival";
import css from "./registry.module.css";

const NONE: ReadonlySet<string> = new Set();

export function EntryForm({ server }: { server: RegistryServer }) {
  const [at, setAt] = useState(server.options.find((it) => it.problem === null)?.at ?? server.options[0]?.at);
  const option = server.options.find((it) => it.at === at);
  if (option === undefined) {
    return <ProblemNote problem={{ sentence: say("servers-registry-no-options"), remedy: null }} />;
  }
  return (
    <>
      {server.options.length > 1 ? (
        <Radio.Group
          label={say("servers-registry-options")}
          value={String(option.at)}
          onChange={(value) => setAt(Number(value))}
        >
          <div className={css.options}>
            {server.options.map((it) => (
              <RadioOption
                key={it.at}
                value={String(it.at)}
                label={<Named option={it} />}
                description={it.problem}
              />
            ))}
          </div>
        </Radio.Group>
      ) : null}
      <Chosen key={option.at} server={server} option={option} />
    </>
  );
}

function Named({ option }: { option: RegistryOption }) {
  return (
    <>
      {say(`servers-registry-kind-${option.kind}`)}{" "}
      <code className={css.name}>
        <ForeignText value={option.identifier} />
      </code>
    </>
  );
}

function Chosen({ server, option }: { server: RegistryServer; option: RegistryOption }) {
  const [label, setLabel] = useState(server.label);
  const [typed, setTyped] = useState<Typed>(() => startValues(option.settings, undefined));
  const [insist, setInsist] = useState(false);
  const propose = useHostCommand("propose_registry_server");
  const download = useHostCommand("open_registry_bundle");
  const showRequest = useShowRequest();
  const awaitArrival = useAwaitArrival();
  const isBundle = option.kind === "bundle";
  const open = insist ? missing(option.settings, typed, NONE) : NONE;
  const problem = propose.error ?? download.error;
  const entry = { name: server.name, version: server.version.text, at: option.at };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBundle) {
      download.mutate(entry, { onSuccess: () => go("servers", BUNDLE) });
      return;
    }
    setInsist(true);
    if (label.trim() === "" || missing(option.settings, typed, NONE).size > 0) {
      focusInvalid(event.currentTarget);
      return;
    }
    const values = toValues(option.settings, typed, NONE);
    propose.mutate(
      { ...entry, label: label.trim(), values },
      {
        onSuccess: (request) => {
          awaitArrival(label.trim());
          showRequest(request.id);
        },
      },
    );
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <div className={form.arguments}>
        <span className={form.byLabel}>
          {say(option.kind === "remote" ? "servers-registry-reaches" : "servers-registry-runs")}
        </span>
        <span className={form.tokens}>
          <ol>
            {option.runs.map((word, index) => (
              <li key={index} className={form.token}>
                <ForeignText value={word} mono />
              </li>
            ))}
          </ol>
        </span>
      </div>
      {option.sha256 !== null ? (
        <div className={form.arguments}>
          <span className={form.byLabel}>{say("servers-registry-hash")}</span>
          <RawText text={option.sha256} mono />
        </div>
      ) : null}
      {option.problem !== null ? (
        <ProblemNote problem={{ sentence: option.problem, remedy: null }} tone="wait" />
      ) : (
        <>
          {isBundle ? null : (
            <>
              <TextInput
                label={say("servers-bundle-label")}
                aria-required
                autoComplete="off"
                spellCheck={false}
                maxLength={64}
                value={label}
                error={insist && label.trim() === "" ? say("servers-bundle-missing") : undefined}
                onChange={(event) => setLabel(event.currentTarget.value)}
              />
              {option.settings.map((setting) => (
                <SettingField
                  key={setting.key}
                  setting={setting}
                  text={typed[setting.key] ?? ""}
                  stored={false}
                  missing={open.has(setting.key)}
                  onChange={(text) => {
                    setTyped((before) => ({ ...before, [setting.key]: text }));
                    if (propose.error !== null) propose.reset();
                  }}
                />
              ))}
            </>
          )}
          <Afterwards option={option} />
          {problem !== null ? <ProblemNote problem={problem} live /> : null}
          <div className={form.foot}>
            <Button type="submit" variant="filled" loading={propose.isPending || download.isPending}>
              {say(isBundle ? "servers-registry-download" : "servers-bundle-review")}
            </Button>
            <p className="small dim">
              {say(isBundle ? "servers-registry-download-note" : "servers-bundle-note")}
            </p>
          </div>
        </>
      )}
    </form>
  );
}

/** What the publisher wants done afterwards. It is shown, and never run. */
function Afterwards({ option }: { option: RegistryOption }) {
  if (option.post_install.length === 0) return null;
  return (
    <section className={css.about} aria-label={say("servers-registry-after")}>
      <h2>{say("servers-registry-after")}</h2>
      <p className="dim">{say("servers-registry-after-help")}</p>
      <ol className={css.steps}>
        {option.post_install.map((step, index) => (
          <li key={index}>
            <ForeignText value={step.description} />{" "}
            {step.optional ? <span className="dim">{say("servers-bundle-optional")}</span> : null}
            {step.command !== null ? (
              <div>
                <ForeignText value={step.command} mono />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
