import type { CostSum } from "../../bindings/host";
import { ProblemNote } from "../../elements";
import { say } from "../../l10n";
import { to } from "../../route";
import { useHostQuery } from "../../store";
import { dollars } from "../../words";
import css from "./Budget.module.css";

/** What this conversation and this month have cost. What has no known price is unknown, and never nothing. */
export function Costs(props: { conversation: string }) {
  const asked = useHostQuery("spending", { conversation: props.conversation });
  if (asked.error) return <ProblemNote problem={asked.error} />;
  if (!asked.data) return null;
  const { conversation, month, limit } = asked.data;
  if (month.replies === 0 && limit === null && (conversation?.replies ?? 0) === 0) return null;
  return (
    <section className={css.budget} aria-label={say("words-cost")}>
      <h2>{say("words-cost")}</h2>
      {conversation === null || conversation.replies === 0 ? null : (
        <p>
          {isUnknown(conversation)
            ? say("chat-costs-conversation-unknown")
            : say("chat-costs-conversation", { cost: dollars(conversation.dollars) })}
        </p>
      )}
      <p>{ofMonth(month, limit)}</p>
      {month.unpriced > 0 ? (
        <p className="dim small">{say("chat-costs-unpriced", { count: month.unpriced })}</p>
      ) : null}
      <p>
        <a className="underlined" href={to("settings")}>
          {say("chat-costs-change")}
        </a>
      </p>
    </section>
  );
}

/** Whether of none of its replies the price is known. */
export function isUnknown(sum: CostSum): boolean {
  return sum.replies > 0 && sum.unpriced === sum.replies;
}

/** A month in a sentence, with its limit. */
export function ofMonth(month: CostSum, limit: number | null): string {
  const cost = dollars(month.dollars);
  if (isUnknown(month)) {
    return limit === null
      ? say("chat-costs-month-unknown")
      : say("chat-costs-month-unknown-limit", { limit: dollars(limit) });
  }
  return limit === null
    ? say("chat-costs-month", { cost })
    : say("chat-costs-month-limit", { cost, limit: dollars(limit) });
}
