import { Button } from "@mantine/core";
import type { Conversation } from "../../bindings/host";
import { ProblemNote, SelectField } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import { about, part } from "./Budget";
import css from "./Compact.module.css";
import { useConversationCommand } from "./commands";

/** From how many percent of the context on a conversation may be summarized automatically. */
const SHARES = [60, 70, 80, 90];

/** Has the model summarize the earlier messages of a conversation, now or from a share of its context on. */
export function Compact(props: { conversation: Conversation; onDone?: () => void }) {
  const { summary, compacting, compact_at, context } = props.conversation;
  const preview = useHostQuery("compaction_preview", { conversation: summary.id });
  const compact = useConversationCommand("compact_conversation");
  const stop = useHostCommand("stop_conversation");
  const set = useConversationCommand("set_compaction");
  const plan = preview.data;
  const nothing = plan === undefined || plan.messages === 0;
  const problem = compact.error ?? stop.error;
  const tooMuch = plan !== undefined && plan.requests > plan.most;
  // It may be set to another share elsewhere.
  const shares = compact_at === null || SHARES.includes(compact_at) ? SHARES : [...SHARES, compact_at].sort();
  return (
    <section className={css.compact} aria-label={say("chat-compact-title")}>
      <h2>{say("chat-compact-title")}</h2>
      <p>{say("chat-compact-help")}</p>
      {preview.error ? <ProblemNote problem={preview.error} /> : null}
      {plan === undefined ? null : plan.messages === 0 ? (
        <p className="dim">{say("chat-compact-nothing")}</p>
      ) : tooMuch ? (
        <p>{say("chat-compact-too-much", { count: plan.requests, most: plan.most })}</p>
      ) : (
        <>
          <p>
            {say("chat-compact-plan", {
              count: plan.messages,
              model: plan.model,
              tokens: about(plan.tokens),
              requests: plan.requests,
            })}
          </p>
          <p>{say("chat-compact-kept", { count: plan.kept })}</p>
        </>
      )}
      <div className="buttons">
        {compacting ? (
          <>
            <span role="status">{say("chat-compact-going")}</span>
            <Button size="xs" onClick={() => stop.mutate({ id: summary.id })}>
              {say("words-stop")}
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            loading={compact.isPending}
            disabled={nothing || tooMuch || summary.busy}
            onClick={() =>
              compact.mutate({ conversation: summary.id }, { onSuccess: () => props.onDone?.() })
            }
          >
            {say("chat-compact-now")}
          </Button>
        )}
      </div>
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
      <SelectField
        label={say("chat-compact-automatic")}
        description={say(
          context.context === null ? "chat-compact-automatic-unknown" : "chat-compact-automatic-help",
        )}
        disabled={context.context === null && compact_at === null}
        value={compact_at === null ? "" : String(compact_at)}
        data={[
          { value: "", label: say("chat-compact-off") },
          ...shares.map((share) => ({
            value: String(share),
            label: say("chat-compact-share", { share: part(share, 100) }),
          })),
        ]}
        onChange={(value) =>
          set.mutate({ conversation: summary.id, at: value === "" ? null : Number(value) })
        }
      />
      {set.error ? <ProblemNote problem={set.error} live /> : null}
      <p className="small dim">{say("chat-compact-note")}</p>
    </section>
  );
}
