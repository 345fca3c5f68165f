import { Switch } from "@mantine/core";
import { useState } from "react";
import type { Conversation } from "../../bindings/host";
import { DownIcon, Popover, ProblemNote } from "../../elements";
import { useHostCommand, useWriteReply } from "../../store";
import { many } from "../../words";
import { about, Budget } from "./Budget";
import bar from "./ConversationBar.module.css";
import css from "./ConversationServers.module.css";

/** Which servers take part in this conversation. */
export function ConversationServers(props: { conversation: Conversation }) {
  const { conversation } = props;
  const [open, setOpen] = useState(false);
  const write = useWriteReply("conversation");
  const set = useHostCommand("set_conversation_server");
  const { budget } = conversation;
  const hold = useHostCommand("set_conversation_held");
  const changed = (now: Conversation) => write({ id: now.summary.id }, now);
  const taking = conversation.servers.filter((it) => it.enabled);
  const tools = taking.filter((it) => it.ready).reduce((sum, it) => sum + it.tools, 0);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      label="Servers that take part"
      position="bottom-start"
      width={340}
      target={
        <button type="button" onClick={() => setOpen(!open)} className={bar.opener}>
          {many(taking.length, "server")} · {many(tools, "tool")}
          {budget.tokens > 0 ? ` · ≈ ${about(budget.tokens)} tokens` : null} <DownIcon />
        </button>
      }
    >
      <div className={bar.list}>
        <h2>Servers that take part</h2>
        {conversation.servers.length === 0 ? <p className="dim">There are no servers yet.</p> : null}
        {conversation.servers.map((server) => (
          <Switch
            key={server.id}
            checked={server.enabled}
            label={server.label}
            description={server.ready ? many(server.tools, "tool") : "not ready now"}
            onChange={(event) =>
              set.mutate(
                {
                  conversation: conversation.summary.id,
                  server: server.id,
                  enabled: event.currentTarget.checked,
                },
                { onSuccess: changed },
              )
            }
          />
        ))}
        <div className={css.holding}>
          <Switch
            checked={conversation.held}
            label="Show me results before the model reads them"
            description="Each waits until you give it, change it or withhold it."
            onChange={(event) =>
              hold.mutate(
                { conversation: conversation.summary.id, held: event.currentTarget.checked },
                { onSuccess: changed },
              )
            }
          />
        </div>
        {hold.error ? <ProblemNote problem={hold.error} live /> : null}
        {set.error ? <ProblemNote problem={set.error} live /> : null}
        <Budget conversation={conversation} />
      </div>
    </Popover>
  );
}
