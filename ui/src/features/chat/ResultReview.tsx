import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { HeldAnswer, HeldResult } from "../../bindings/host";
import { AutosizeTextarea, ProblemNote, RawText, textFrom, UntrustedBlock } from "../../elements";
import { useHostCommand } from "../../store";
import css from "./ResultReview.module.css";

/** What became of a result that was held, for as long as the conversation is kept. */
const became: Record<Exclude<HeldResult["state"], "waiting">, string> = {
  given: "You looked at the result first, and the model got it as it came.",
  changed: "You changed the result before the model got it.",
  withheld: "You withheld the result. The model knows that, and why.",
  ended: "Nobody decided about the result before it was interrupted. The model did not get it.",
};

/** A result that the person sees before the model does: to be given, given changed, or withheld. */
export function ResultReview(props: { conversation: string; held: HeldResult; server: string }) {
  const { held, server } = props;
  if (held.state === "waiting") {
    return <Deciding {...props} />;
  }
  return (
    <div className={css.became}>
      <p>{became[held.state]}</p>
      {held.state === "changed" ? (
        <details>
          <summary>What the model got</summary>
          <UntrustedBlock from={`Changed by you · ${textFrom(server)}`}>
            <Lines text={held.text} />
          </UntrustedBlock>
        </details>
      ) : null}
      {held.reason !== null ? <p className="dim">Your reason: {held.reason}</p> : null}
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
      <h3 id={heading}>The model waits until you have read this</h3>
      {how === "change" ? (
        <AutosizeTextarea
          label="What the model gets"
          description="It is told that you changed it."
          value={text}
          minRows={3}
          maxRows={14}
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <UntrustedBlock from={`What the model would get · ${textFrom(server)}`}>
          <Lines text={held.text} />
        </UntrustedBlock>
      )}
      {how === "withhold" ? (
        <AutosizeTextarea
          label="Why, for the model to read"
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
              Give it
            </Button>
            <Button size="xs" onClick={() => setHow("change")}>
              Change it first…
            </Button>
            <Button size="xs" onClick={() => setHow("withhold")}>
              Withhold it…
            </Button>
          </>
        ) : (
          <>
            {how === "change" ? (
              <Button size="xs" loading={answer.isPending} onClick={() => give({ kind: "change", text })}>
                Give it like this
              </Button>
            ) : (
              <Button
                size="xs"
                loading={answer.isPending}
                disabled={reason.trim() === ""}
                onClick={() => give({ kind: "withhold", reason })}
              >
                Withhold it
              </Button>
            )}
            <Button size="xs" onClick={() => setHow("look")}>
              Back
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function Lines(props: { text: string }) {
  return props.text === "" ? (
    <p className="dim">Nothing: the tool answered without words.</p>
  ) : (
    <div className={css.text}>
      <RawText text={props.text} lines />
    </div>
  );
}
