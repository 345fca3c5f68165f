import { Button } from "@mantine/core";
import { useRef } from "react";
import type { Compaction } from "../../bindings/host";
import { Markdown, ProblemNote, When } from "../../elements";
import { Say, say } from "../../l10n";
import css from "./CompactionMark.module.css";
import { useConversationCommand } from "./commands";

/** Where a summary takes the place of what is above it for the model, and what it says. */
export function CompactionMark(props: {
  conversation: string;
  mark: Compaction;
  /** The model gets this summary. A later one has it in its own: without it, nothing changes but on branches between the two. */
  last: boolean;
  busy: boolean;
}) {
  const { mark } = props;
  const undo = useConversationCommand("undo_compaction");
  const box = useRef<HTMLElement>(null);
  const take = () => {
    // The button goes, and the focus with it: the message above is next to where it was.
    const above = box.current
      ?.closest("[role=log]")
      ?.querySelector<HTMLElement>(`[data-seq="${mark.after}"]`);
    undo.mutate(
      { conversation: props.conversation, after: mark.after },
      { onSuccess: () => above?.focus({ preventScroll: true }) },
    );
  };
  return (
    <section
      ref={box}
      className={`small dim ${css.compaction}`}
      aria-label={say("chat-compaction")}
      data-compaction={mark.after}
    >
      <div className={css.line}>
        <p>
          <Say
            id={mark.automatic ? "chat-compaction-line-automatic" : "chat-compaction-line"}
            args={{ count: mark.messages, model: <bdi>{mark.model}</bdi>, when: <When at={mark.at} /> }}
          />
        </p>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={undo.isPending}
          disabled={props.busy}
          onClick={take}
        >
          {say(props.last ? "chat-compaction-undo" : "words-remove")}
        </Button>
      </div>
      {undo.error ? <ProblemNote problem={undo.error} live /> : null}
      <details>
        <summary>{say("chat-compaction-summary")}</summary>
        <div className={css.summary}>
          <p className="small dim">{say("chat-compaction-note")}</p>
          <Markdown text={mark.summary} />
        </div>
      </details>
    </section>
  );
}
