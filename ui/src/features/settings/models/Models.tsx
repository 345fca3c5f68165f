import { Button } from "@mantine/core";
import { useState } from "react";
import type { FoundProvider } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { useHostCommand, useHostQuery } from "../../../store";
import { many } from "../../../words";
import { AddProvider } from "./AddProvider";
import { kindName } from "./kinds";
import css from "./models.module.css";
import { ProviderCard } from "./ProviderCard";

/** Who answers in conversations: providers with their keys and models, and those found on this computer. */
export function Models() {
  const asked = useHostQuery("models", {});
  const found = useHostQuery("find_providers", {});
  const [adding, setAdding] = useState(false);
  const providers = asked.data ?? [];
  return (
    <div className={css.all}>
      {asked.error ? <ProblemNote problem={asked.error} live /> : null}
      {asked.data !== undefined && providers.length === 0 ? (
        <p className="dim">
          Conversations are held by the demo model, a script that needs no key. Add a provider to talk to a
          real model. Its key is stored as a secret.
        </p>
      ) : null}
      {providers.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} />
      ))}
      {(found.data ?? []).map((it) => (
        <Found key={it.address} found={it} />
      ))}
      {adding ? (
        <AddProvider done={() => setAdding(false)} />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a provider…</Button>
      )}
    </div>
  );
}

/** One that answers on this computer already needs a click and no key. It may be a proxy for another computer. */
function Found(props: { found: FoundProvider }) {
  const { kind, address, models } = props.found;
  const add = useHostCommand("add_provider");
  return (
    <section className={css.found} aria-label={`${kindName[kind]}, found on this computer`}>
      <p>
        <strong>{kindName[kind]}</strong> answers on this computer, with {many(models, "model")}.{" "}
        <span className="dim">
          What you say goes to it at <span className={css.address}>{address}</span>, which may pass it on.
          Cost unknown.
        </span>
      </p>
      <Button
        size="xs"
        loading={add.isPending}
        onClick={() => add.mutate({ draft: { kind, label: null, address, key: null } })}
      >
        Use it
      </Button>
      {add.error ? <ProblemNote problem={add.error} live /> : null}
    </section>
  );
}
