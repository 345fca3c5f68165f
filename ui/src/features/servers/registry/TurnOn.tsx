/** No registry is on. It is asked about at the gate, and not visited before. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useShowRequest } from "../../../store";
import form from "../form/form.module.css";
import css from "./registry.module.css";

export function TurnOn({ address: usual }: { address: string }) {
  const [own, setOwn] = useState<string | null>(null);
  const propose = useHostCommand("propose_registry");
  const showRequest = useShowRequest();
  const address = own ?? usual;

  function turnOn(event: FormEvent) {
    event.preventDefault();
    propose.mutate({ address: address.trim() }, { onSuccess: (request) => showRequest(request.id) });
  }

  return (
    <form className={form.form} onSubmit={turnOn} noValidate>
      <div className={css.about}>
        <p>{say("servers-registry-about")}</p>
        <p className="dim">{say("servers-registry-copy")}</p>
      </div>
      {own === null ? (
        <p className={css.address}>
          <span className="dim">{say("servers-registry-public")}</span> <code>{usual}</code>
        </p>
      ) : (
        <TextInput
          label={say("servers-registry-address")}
          value={own}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          onChange={(event) => {
            setOwn(event.currentTarget.value);
            if (propose.error !== null) propose.reset();
          }}
        />
      )}
      {propose.error !== null ? <ProblemNote problem={propose.error} live /> : null}
      <div className={form.foot}>
        <Button type="submit" variant="filled" loading={propose.isPending} disabled={address.trim() === ""}>
          {say("servers-registry-turn-on")}
        </Button>
        <Button variant="subtle" onClick={() => setOwn(own === null ? "" : null)}>
          {say(own === null ? "servers-registry-other" : "servers-registry-use-public")}
        </Button>
      </div>
    </form>
  );
}
