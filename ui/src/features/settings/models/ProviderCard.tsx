import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import type { ProviderView } from "../../../bindings/host";
import { ProblemNote, Tag, useReturnFocus, When } from "../../../elements";
import { Confirm } from "../../../elements/ConfirmButton";
import { Say, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { kindName } from "./kinds";
import { ModelTable } from "./ModelTable";
import css from "./models.module.css";

/** One provider: whether it works, its key, and its models. */
export function ProviderCard(props: { provider: ProviderView }) {
  const { provider } = props;
  const [removing, setRemoving] = useState(false);
  const [typing, setTyping] = useState(false);
  const check = useHostCommand("check_provider");
  const remove = useHostCommand("remove_provider");
  const problem = check.error ?? remove.error ?? provider.problem;
  return (
    <section
      className={css.card}
      aria-label={say("settings-models-provider-name", { provider: provider.label })}
    >
      <header className={css.head}>
        <h3>
          <bdi>{provider.label}</bdi>
        </h3>
        {provider.problem !== null ? (
          <Tag tone="bad">{say("settings-models-broken")}</Tag>
        ) : provider.checked_at !== null ? (
          <Tag tone="ok">{say("settings-works")}</Tag>
        ) : null}
        <span className="dim small">
          {provider.label === kindName(provider.kind) ? null : `${kindName(provider.kind)} · `}
          <span className={css.address}>{provider.address}</span>
          {provider.here ? ` · ${say("settings-models-here")}` : null}
          {" · "}
          {say(provider.key ? "settings-models-key-stored" : "settings-models-key-missing")}
        </span>
      </header>
      {problem ? <ProblemNote problem={problem} provider={provider.label} live /> : null}
      <div className="buttons">
        <Button
          size="xs"
          loading={check.isPending}
          onClick={() => check.mutate({ provider: provider.id })}
          title={say("settings-models-check-help")}
        >
          {say("settings-models-check")}
        </Button>
        <Button size="xs" onClick={() => setTyping(!typing)} aria-expanded={typing}>
          {say(provider.key ? "settings-models-key-replace" : "settings-models-key-enter")}
        </Button>
        <Button size="xs" onClick={() => setRemoving(true)}>
          {say("words-remove-menu")}
        </Button>
        {provider.checked_at === null ? null : (
          <span className="dim small">
            <Say id="settings-models-checked" args={{ time: <When at={provider.checked_at} /> }} />
          </span>
        )}
      </div>
      {typing ? <NewKey provider={provider} done={() => setTyping(false)} /> : null}
      {removing ? (
        <Confirm
          question={say("settings-models-remove-question", { provider: provider.label })}
          yes={say("words-remove")}
          busy={remove.isPending}
          onYes={() => remove.mutate({ provider: provider.id })}
          onNo={() => setRemoving(false)}
        />
      ) : null}
      <ModelTable provider={provider} />
    </section>
  );
}

function NewKey(props: { provider: ProviderView; done: () => void }) {
  const [key, setKey] = useState("");
  const set = useHostCommand("set_provider_key");
  useReturnFocus();
  return (
    <form
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== "") {
          set.mutate({ provider: props.provider.id, key: key.trim() }, { onSuccess: props.done });
        }
      }}
    >
      <PasswordInput
        className={css.grow}
        label={say("settings-models-key-new", { provider: props.provider.label })}
        autoFocus
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" loading={set.isPending} aria-disabled={key.trim() === "" ? true : undefined}>
        {say("settings-models-key-save")}
      </Button>
      {set.error ? <ProblemNote problem={set.error} live /> : null}
    </form>
  );
}
