import type { Conversation } from "../../bindings/host";
import { HelpedSwitch, ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { BarPopover } from "./BarPopover";
import { about, Budget } from "./Budget";
import css from "./ConversationServers.module.css";
import { Costs } from "./Costs";
import { useConversationCommand } from "./commands";

/** Which servers are enabled in this conversation. */
export function ConversationServers(props: { conversation: Conversation }) {
  const { conversation } = props;
  const set = useConversationCommand("set_conversation_server");
  const { budget } = conversation;
  const hold = useConversationCommand("set_conversation_held");
  const taking = conversation.servers.filter((it) => it.enabled);
  const tools = taking.filter((it) => it.ready).reduce((sum, it) => sum + it.tools, 0);
  const facts = [say("chat-servers", { count: taking.length }), say("chat-tools", { count: tools })];
  if (budget.tokens > 0) {
    facts.push(say("chat-tokens", { tokens: about(budget.tokens) }));
  }
  return (
    <BarPopover
      label={say("chat-servers-title")}
      position="bottom-start"
      width={340}
      name={facts.join(" · ")}
      className={css.opener}
      opener={
        <span className="cut">
          {facts.map((fact, place) => (
            <span key={fact} className={css.fact}>
              {place > 0 ? " · " : null}
              {fact}
            </span>
          ))}
        </span>
      }
    >
      {() => (
        <>
          <h2>{say("chat-servers-title")}</h2>
          {conversation.servers.length === 0 ? <p className="dim">{say("chat-servers-none")}</p> : null}
          {conversation.servers.map((server) => (
            <HelpedSwitch
              key={server.id}
              checked={server.enabled}
              label={server.label}
              help={server.ready ? say("chat-tools", { count: server.tools }) : say("chat-servers-not-ready")}
              onChange={(enabled) =>
                set.mutate({ conversation: conversation.summary.id, server: server.id, enabled })
              }
            />
          ))}
          <div className={css.holding}>
            <HelpedSwitch
              checked={conversation.held}
              label={say("chat-review-results")}
              help={say("chat-review-results-help")}
              onChange={(held) => hold.mutate({ conversation: conversation.summary.id, held })}
            />
          </div>
          {hold.error ? <ProblemNote problem={hold.error} live /> : null}
          {set.error ? <ProblemNote problem={set.error} live /> : null}
          <Budget conversation={conversation} />
          <Costs conversation={conversation.summary.id} />
        </>
      )}
    </BarPopover>
  );
}
