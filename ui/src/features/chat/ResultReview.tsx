import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { HeldAnswer, HeldResult } from "../../bindings/host";
import { draftOf, useDrafts } from "../../drafts";
import { AutosizeTextarea, ProblemNote, RawText, textFrom, UntrustedBlock } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import css from "./ResultReview.module.css";

/** A result that the person sees before the model does: to be sent, sent edited, or withheld. */
export function ResultReview(props: { conversation: string; held: HeldResult; server: string }) {
  const { held, server } = props;
  if (held.state === "waiting") return <Deciding {...props} />;
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

/** What is typed before it is decided. */
interface ReviewDraft {
  how: "look" | "change" | "withhold";
  text: string;
  reason: string;
}

function Deciding(props: { conversation: string; held: HeldResult; server: string }) {
  const { held, server } = props;
  // A user who returns from another conversation finds here what they typed.
  const drafts = useDrafts();
  const key = draftOf(props.conversation, "held", held.id);
  const [draft, setDraft] = useState<ReviewDraft>(
    () => drafts.read<ReviewDraft>(key) ?? { how: "look", text: held.text, reason: "" },
  );
  const { how, text, reason } = draft;
  const change = (part: Partial<ReviewDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    drafts.write(key, next);
  };
  // The field has the focus where a button opened it, and leaves it elsewhere where the conversation is opened again.
  const [pressed, setPressed] = useState(false);
  const turn = (next: ReviewDraft["how"]) => {
    setPressed(true);
    change({ how: next });
  };
  const answer = useHostCommand("answer_held");
  const heading = useId();
  const give = (decision: HeldAnswer) => {
    answer.mutateAsync({ conversation: props.conversation, held: held.id, answer: decision }).then(
      () => drafts.drop(key),
      // `answer.error` says it.
      () => {},
    );
  };
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
          autoFocus={pressed}
          onChange={(event) => change({ text: event.currentTarget.value })}
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
          autoFocus={pressed}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      ) : null}
      {answer.error ? <ProblemNote problem={answer.error} live /> : null}
      <div className={css.buttons}>
        {how === "look" ? (
          <>
            <Button size="xs" loading={answer.isPending} onClick={() => give({ kind: "give" })}>
              {say("chat-review-send")}
            </Button>
            <Button size="xs" onClick={() => turn("change")}>
              {say("chat-review-edit")}
            </Button>
            <Button size="xs" onClick={() => turn("withhold")}>
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
            <Button size="xs" onClick={() => turn("look")}>
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
