import type { ReactNode } from "react";
import type { ContextUse } from "../../bindings/host";
import { say } from "../../l10n";
import { count } from "../../words";
import { about, part } from "./Budget";
import css from "./ContextMeter.module.css";

/** How full the context of the model is, as a bar and in words; whether it is an estimate stands in its title. */
export function ContextMeter(props: {
  use: ContextUse;
  /** Puts the words into what opens more. */
  opener?: (words: ReactNode) => ReactNode;
}) {
  const { tokens, context, is_estimate } = props.use;
  if (tokens === 0) return null;
  const words = is_estimate ? about(tokens) : count(tokens);
  const { opener = (it) => it } = props;
  if (context === null) {
    const open = is_estimate ? "chat-context-estimate-open" : "chat-context-counted-open";
    return (
      <span className={css.context} data-open title={say(open, { tokens: words })}>
        {opener(
          is_estimate ? say("chat-tokens", { tokens: words }) : say("chat-context-tokens", { tokens: words }),
        )}
      </span>
    );
  }
  const whole = say(is_estimate ? "chat-context-estimate" : "chat-context-counted", {
    tokens: words,
    context: count(context),
  });
  const sign = is_estimate ? "≈ " : null;
  const share = Math.min(100, (tokens * 100) / Math.max(1, context));
  return (
    <span className={css.context} title={whole} data-full={share >= 80}>
      <span
        className={css.meter}
        role="meter"
        aria-label={whole}
        aria-valuemin={0}
        aria-valuemax={context}
        aria-valuenow={Math.min(tokens, context)}
        aria-valuetext={part(tokens, context)}
      >
        <span style={{ width: `${share}%` }} />
      </span>
      {opener(
        <>
          <span className={css.wide}>
            {sign}
            {say("chat-context", { share: part(tokens, context) })}
          </span>
          <span className={css.narrow}>
            {sign}
            {share < 1 ? "<1%" : `${Math.round(share)}%`}
          </span>
        </>,
      )}
    </span>
  );
}
