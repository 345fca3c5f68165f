/**
 * Puts text of a server, after a person looked at it, into a conversation. There it stays the words of the server. It stands above
 * that text: diagrams and formulas are drawn late, and below them the button would move away under a press.
 */
import { Button, Select } from "@mantine/core";
import { useState } from "react";
import type { ServerSummary } from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { go, useRoute } from "../../../route";
import { useHost, useHostCommand } from "../../../store";
import css from "./offers.module.css";

const NEW = "";

export type Looked = { kind: "prompt"; fetched: string } | { kind: "resource"; read: string };

export function Insert({ server, looked }: { server: ServerSummary; looked: Looked }) {
  const conversations = useHost((host) => host.conversations);
  // Who came from a conversation goes back to it.
  const from = useRoute().path[3];
  const [chosen, setChosen] = useState(conversations.some((it) => it.id === from) ? (from ?? NEW) : NEW);
  const create = useHostCommand("create_conversation");
  const use = useHostCommand("use_prompt");
  const attach = useHostCommand("attach_resource");
  const problem = create.error ?? use.error ?? attach.error;

  async function insert() {
    const conversation = chosen === NEW ? (await create.mutateAsync({})).summary.id : chosen;
    // What did not go in can be tried again without making another conversation.
    setChosen(conversation);
    if (looked.kind === "prompt") await use.mutateAsync({ conversation, fetched: looked.fetched });
    else await attach.mutateAsync({ conversation, read: looked.read });
    go("chat", conversation);
  }

  return (
    <div className={`row ${css.insert}`}>
      <span>{say("servers-offers-insert-into")}</span>
      <Select
        className={css.conversation}
        aria-label={say("words-conversation")}
        data={[
          { value: NEW, label: say("servers-offers-new-conversation") },
          ...conversations.map((it) => ({ value: it.id, label: it.title })),
        ]}
        value={chosen}
        onChange={(next) => setChosen(next ?? NEW)}
        allowDeselect={false}
        searchable={conversations.length > 8}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Button
        loading={create.isPending || use.isPending || attach.isPending}
        // A refusal is shown by the error of the command.
        onClick={() => void insert().catch(() => {})}
      >
        {say("servers-offers-insert")}
      </Button>
      <span className="small dim">{say("servers-offers-insert-help", { server: server.label })}</span>
      {problem !== null ? <ProblemNote problem={problem} server={server.label} live /> : null}
    </div>
  );
}
