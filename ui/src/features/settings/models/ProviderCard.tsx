import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import type { ProviderView } from "../../../bindings/host";
import { ProblemNote, Tag, When } from "../../../elements";
import { Confirm } from "../../../elements/ConfirmButton";
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
    <section className={css.card} aria-label={`Provider ${provider.label}`}>
      <header className={css.head}>
        <h3>
          <bdi>{provider.label}</bdi>
        </h3>
        {provider.problem !== null ? (
          <Tag tone="bad">does not work</Tag>
        ) : provider.checked_at !== null ? (
          <Tag tone="ok">works</Tag>
        ) : null}
        <span className="dim small">
          {provider.label === kindName[provider.kind] ? null : `${kindName[provider.kind]} · `}
          <span className={css.address}>{provider.address}</span>
          {provider.here ? " · on this computer, which may pass it on" : null}
          {provider.key ? " · key stored" : " · no key"}
        </span>
      </header>
      {problem ? <ProblemNote problem={problem} provider={provider.label} live /> : null}
      <div className={css.buttons}>
        <Button
          size="xs"
          loading={check.isPending}
          onClick={() => check.mutate({ provider: provider.id })}
          title="Reads the list of models and has the first that is used say one word"
        >
          Check
        </Button>
        <Button size="xs" onClick={() => setTyping(!typing)} aria-expanded={typing}>
          {provider.key ? "Replace key…" : "Enter key…"}
        </Button>
        <Button size="xs" onClick={() => setRemoving(true)}>
          Remove…
        </Button>
        {provider.checked_at === null ? null : (
          <span className="dim small">
            checked <When at={provider.checked_at} />
          </span>
        )}
      </div>
      {typing ? <NewKey provider={provider} done={() => setTyping(false)} /> : null}
      {removing ? (
        <Confirm
          question={`Forget “${provider.label}” and its key? Conversations stay, and need another model.`}
          yes="Remove"
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
        label={`New key of ${props.provider.label}`}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" loading={set.isPending} aria-disabled={key.trim() === "" ? true : undefined}>
        Save key
      </Button>
      {set.error ? <ProblemNote problem={set.error} live /> : null}
    </form>
  );
}
