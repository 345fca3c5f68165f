import { Button } from "@mantine/core";
import { useRef } from "react";
import type { FoundProvider } from "../../../bindings/host";
import { ProblemNote, useLostFocus, useReplacedButton } from "../../../elements";
import { Say, say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import { AddProvider } from "./AddProvider";
import { kindName } from "./kinds";
import css from "./models.module.css";
import { ProviderCard } from "./ProviderCard";
import { SpendingLimit } from "./SpendingLimit";

/** Who answers in conversations: providers with their keys and models, and those found on this computer. */
export function Models() {
  const asked = useHostQuery("models", {});
  const found = useHostQuery("find_providers", {});
  const { open, close, button } = useReplacedButton();
  const providers = asked.data ?? [];
  const box = useRef<HTMLDivElement>(null);
  // A provider was removed, or one that was found was added: its part of the page is gone.
  useLostFocus(
    box,
    (at) => at.closest("section"),
    (was) => (was?.isConnected === false ? box.current?.querySelector<HTMLElement>("[data-add]") : null),
  );
  return (
    <div ref={box} className={css.all}>
      {asked.error ? <ProblemNote problem={asked.error} live /> : null}
      {asked.data !== undefined && providers.length === 0 ? (
        <p className="dim">{say("settings-models-none")}</p>
      ) : null}
      {providers.map((provider) => (
        <ProviderCard key={provider.id} provider={provider} />
      ))}
      {(found.data ?? []).map((it) => (
        <Found key={it.address} found={it} />
      ))}
      {open ? (
        <AddProvider done={close} />
      ) : (
        <Button data-add size="xs" {...button}>
          {say("settings-models-add")}
        </Button>
      )}
      <SpendingLimit />
    </div>
  );
}

/** One that answers on this computer already needs a click and no key. It may be a proxy for another computer. */
function Found(props: { found: FoundProvider }) {
  const { kind, address, models } = props.found;
  const add = useHostCommand("add_provider");
  return (
    <section
      className={css.found}
      aria-label={say("settings-models-found-name", { provider: kindName(kind) })}
    >
      <p>
        <Say
          id="settings-models-found"
          args={{
            provider: kindName(kind),
            count: models,
            url: <span className={css.address}>{address}</span>,
          }}
          tags={{
            name: (it) => <strong>{it}</strong>,
            note: (it) => <span className="dim">{it}</span>,
          }}
        />
      </p>
      <Button
        size="xs"
        loading={add.isPending}
        onClick={() => add.mutate({ draft: { kind, label: null, address, key: null } })}
      >
        {say("settings-models-use", { provider: kindName(kind) })}
      </Button>
      {add.error ? <ProblemNote problem={add.error} live /> : null}
    </section>
  );
}
