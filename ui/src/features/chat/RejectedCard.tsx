import { useId, useState } from "react";
import type { Problem, RejectedCall } from "../../bindings/host";
import { Dot, ForeignText, LinkButton, LongText, Tag, UntrustedBlock } from "../../elements";
import { say } from "../../l10n";
import css from "./RejectedCard.module.css";

/** A tool call of the model that was rejected before anything ran: what it named, what was wrong, and what it wrote. */
export function RejectedCard(props: { call: RejectedCall; problem: Problem }) {
  const { call, problem } = props;
  const [open, setOpen] = useState(false);
  const heading = useId();
  const none = ["", "{}", "null"].includes(call.arguments.text.trim());
  return (
    <div className={`card ${css.rejected}`} role="group" aria-labelledby={heading}>
      <div className={`row ${css.rejectedHead}`}>
        <Dot shape="ring" />
        <h2 id={heading} className={css.rejectedName}>
          <ForeignText value={call.tool} mono />
        </h2>
        <Tag tone="wait">{say("chat-rejected")}</Tag>
      </div>
      <p>
        {problem.sentence} {problem.remedy}
      </p>
      <p className="dim small">
        {say("chat-rejected-note")}{" "}
        {none ? null : (
          <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {say(open ? "chat-rejected-hide" : "chat-rejected-show")}
          </LinkButton>
        )}
      </p>
      {open ? (
        <UntrustedBlock from={say("chat-rejected-arguments")}>
          <div className={css.rejectedArguments}>
            <LongText value={call.arguments} />
          </div>
        </UntrustedBlock>
      ) : null}
    </div>
  );
}
