import { Button } from "@mantine/core";
import type { Conversation } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { Say, say } from "../../l10n";
import { to } from "../../route";
import { useHostCommand } from "../../store";
import css from "./Suggestions.module.css";

/** An empty conversation says what can be said. */
export function Suggestions(props: { conversation: Conversation }) {
  const { conversation } = props;
  const speak = useHostCommand("say");
  const ready = conversation.servers.some((it) => it.enabled && it.ready);
  return (
    <section className={css.suggestions} aria-label={say("chat-suggestions")}>
      <h2>
        <Say id="chat-suggestions-title" args={{ model: <bdi>{conversation.summary.model}</bdi> }} />
      </h2>
      <p className="dim">{say(ready ? "chat-suggestions-servers" : "chat-suggestions-no-servers")}</p>
      {conversation.suggestions.length > 0 ? (
        <div className={css.suggested}>
          {conversation.suggestions.map((text) => (
            <Button
              key={text}
              disabled={speak.isPending}
              onClick={() => speak.mutate({ conversation: conversation.summary.id, text })}
            >
              {text}
            </Button>
          ))}
        </div>
      ) : null}
      {ready ? null : (
        <a className="link" href={to("servers")}>
          {say("chat-suggestions-go")}
        </a>
      )}
      {speak.error ? <ProblemNote problem={speak.error} live /> : null}
    </section>
  );
}
