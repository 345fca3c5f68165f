import { ForeignText, Tag } from "../../../elements";
import { many } from "../../../words";
import { clamp } from "../clamp";
import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import { NoAnswers } from "../NoAnswers";
import { Warnings } from "../Remarks";
import { useAnswer } from "../useAnswer";
import { useGuard } from "../useGuard";
import { useOpened } from "../useOpened";
import { WhoAsks } from "../WhoAsks";
import { Endings } from "./Endings";
import css from "./elicitation.module.css";
import { Message } from "./Message";

/**
 * A server wants a page opened. The whole address is text that leads nowhere; only the button opens it, and no key
 * of the gate does (ELI-18, ELI-20, S-82).
 */
export function LinkRequest(props: RequestProps<"link">) {
  const { request, asked } = props;
  const { label } = request.server;
  const { parts } = asked;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(
    clamp(asked.message.text, asked.message.text.length) ? ["message"] : [],
    guard.again,
  );
  const mayAnswer = answering.may;
  const mayOpen = mayAnswer && opened.all;
  const decline = answering.by({ kind: "decline" });
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={opened.all ? null : "Open what is shortened, then you can open the page."}
      onD={decline}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <NoAnswers active={mayAnswer} decline={decline} answering={answering} />
          <AnswerButton active={mayOpen} onClick={() => answering.answer({ kind: "open" })}>
            Open in your browser
          </AnswerButton>
        </>
      }
    >
      <Message value={asked.message} label={label} opened={opened} />
      <Warnings warnings={asked.warnings} />
      <section className={css.address} aria-label="The whole address">
        <p className={css.leads}>
          It leads to <strong>{parts.host}</strong>
          {parts.reads === null ? null : (
            <span className={css.reads}>
              , which in its own letters reads “<ForeignText value={parts.reads} />
              ”. Letters of other alphabets can look like ones you know.
            </span>
          )}
        </p>
        <p className={css.url}>
          <bdi>
            {parts.before}
            <strong>{parts.host}</strong>
            {parts.after}
          </bdi>
        </p>
        {asked.url.hidden > 0 ? (
          <p>
            <Tag tone="wait">{many(asked.url.hidden, "hidden character")}</Tag>
          </p>
        ) : null}
      </section>
      <p className="dim small">
        Nothing was fetched: Portcullis knows no more of this page than its address. When you open it, “
        {label}” learns only that you agreed; what you do there stays between you and the page, and “{label}”
        goes on when it hears from it.
      </p>
      <Endings request={request} guard={guard} answering={answering} />
    </GateFrame>
  );
}
