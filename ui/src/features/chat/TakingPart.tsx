import { Popover, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { Conversation } from "../../bindings/host";
import { DownIcon, ProblemNote } from "../../elements";
import { keyOf, useAct } from "../../store";
import { many } from "../../words";
import css from "./chat.module.css";

/** Which servers take part in this conversation. */
export function TakingPart(props: { conversation: Conversation }) {
  const { conversation } = props;
  const queries = useQueryClient();
  const set = useAct("set_conversation_server");
  const taking = conversation.servers.filter((it) => it.enabled);
  const tools = taking.filter((it) => it.ready).reduce((sum, it) => sum + it.tools, 0);
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={css.taking}>
          {many(taking.length, "server")} · {many(tools, "tool")} <DownIcon />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Servers that take part">
        <div className={css.takingList}>
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
                  {
                    onSuccess: (now) =>
                      queries.setQueryData(keyOf("conversation", { id: now.summary.id }), now),
                  },
                )
              }
            />
          ))}
          {set.error ? <ProblemNote problem={set.error} live /> : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
