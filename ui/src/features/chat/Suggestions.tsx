import { Button } from "@mantine/core";
import type { Conversation } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { to } from "../../route";
import { useHostCommand } from "../../store";
import css from "./Suggestions.module.css";

/** An empty conversation says what can be said. */
export function Suggestions(props: { conversation: Conversation }) {
  const { conversation } = props;
  const say = useHostCommand("say");
  const ready = conversation.servers.some((it) => it.enabled && it.ready);
  return (
    <section className={css.suggestions} aria-label="Suggestions">
      <h2>Ask {conversation.summary.model} for something</h2>
      <p className="dim">
        {ready
          ? "It can use the servers that take part here, and asks you before it runs what you have not allowed."
          : "No server takes part yet, so it can only talk."}
      </p>
      {conversation.suggestions.length > 0 ? (
        <div className={css.suggested}>
          {conversation.suggestions.map((text) => (
            <Button
              key={text}
              disabled={say.isPending}
              onClick={() => say.mutate({ conversation: conversation.summary.id, text })}
            >
              {text}
            </Button>
          ))}
        </div>
      ) : null}
      {ready ? null : (
        <a className="link" href={to("servers")}>
          Go to the servers
        </a>
      )}
      {say.error ? <ProblemNote problem={say.error} live /> : null}
    </section>
  );
}
