import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { HeldAnswer, HeldResult } from "../../bindings/host";
import { AutosizeTextarea, ProblemNote, RawText, textFrom, UntrustedBlock } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import css from "./ResultReview.module.css";

/** A result that the person sees before the model does: to be sent, sent edited, or withheld. */
export function ResultReview(props: { conversation: string; held: HeldResult; server: string }) {
  const { held, server } = props;
  if (held.state === "waiting") {
    return <Deciding {...props} />;
  }
  return (
    <div className={css.became}>
      <p>{say(`chat-review-${held.state}`)}</p>
      {held.state === "changed" ? (
        <details>
          <summary>{say("chat-review-sent")}</summary>
          <UntrustedBlock from={say("chat-review-edited-from", { from: textFrom(server) })}>
            <Lines text={held.text} />
          </UntrustedBlock>
        </details>
      ) : null}
      {held.reason !== null ? (
        <p className="dim">{say("chat-review-your-reason", { reason: held.reason })}</p>
      ) : null}
    </div>
  );
}

type How = "look" | "change" | "withhold";

function Deciding(props: { conversation: string; held: HeldResult; server: string }) {
  const { held, server } = props;
  const [how, setHow] = useState<How>("look");
  const [text, setText] = useState(held.text);
  const [reason, setReason] = useState("");
  const answer = useHostCommand("answer_held");
  const heading = useId();
  const give = (decision: HeldAnswer) =>
    answer.mutate({ conversation: props.conversation, held: held.id, answer: decision });
  return (
    <section className={css.held} aria-labelledby={heading}>
      <h3 id={heading}>{say("chat-review")}</h3>
      <p className="dim small">{say("chat-review-waits")}</p>
      {how === "change" ? (
        <AutosizeTextarea
          label={say("chat-review-text")}
          description={say("chat-review-text-help")}
          value={text}
          minRows={3}
          maxRows={14}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <UntrustedBlock from={say("chat-review-result", { from: textFrom(server) })}>
          <Lines text={held.text} />
        </UntrustedBlock>
      )}
      {how === "withhold" ? (
        <AutosizeTextarea
          label={say("chat-review-reason")}
          value={reason}
          minRows={1}
          maxRows={4}
          autoFocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
      {answer.error ? <ProblemNote problem={answer.error} live /> : null}
      <div className={css.buttons}>
        {how === "look" ? (
          <>
            <Button size="xs" loading={answer.isPending} onClick={() => give({ kind: "give" })}>
              {say("chat-review-send")}
            </Button>
            <Button size="xs" onClick={() => setHow("change")}>
              {say("chat-review-edit")}
            </Button>
            <Button size="xs" onClick={() => setHow("withhold")}>
              {say("chat-review-withhold")}
            </Button>
          </>
        ) : (
          <>
            {how === "change" ? (
              <Button size="xs" loading={answer.isPending} onClick={() => give({ kind: "change", text })}>
                {say("chat-review-send-edited")}
              </Button>
            ) : (
              <Button
                size="xs"
                loading={answer.isPending}
                disabled={reason.trim() === ""}
                onClick={() => give({ kind: "withhold", reason })}
              >
                {say("chat-review-withhold-now")}
              </Button>
            )}
            <Button size="xs" onClick={() => setHow("look")}>
              {say("words-back")}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function Lines(props: { text: string }) {
  return props.text === "" ? (
    <p className="dim">{say("chat-review-blank")}</p>
  ) : (
    <div className={css.text}>
      <RawText text={props.text} lines />
    </div>
  );
}
