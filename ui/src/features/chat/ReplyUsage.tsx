import type { ModelUsage } from "../../bindings/host";
import { say } from "../../l10n";
import { dollars } from "../../words";
import css from "./ReplyUsage.module.css";

/** Which model wrote a reply, and what the reply cost, as far as its provider says. */
export function ReplyUsage(props: { by: ModelUsage }) {
  const { by } = props;
  const said = [
    by.model,
    by.tokens_in === null ? null : say("chat-took-input", { count: by.tokens_in }),
    by.tokens_out === null ? null : say("chat-took-output", { count: by.tokens_out }),
    by.dollars === null ? null : say("chat-took-price", { price: dollars(by.dollars) }),
  ].filter((it) => it !== null);
  return (
    <span className={css.usage}>
      <bdi>{said.join(" · ")}</bdi>
    </span>
  );
}
