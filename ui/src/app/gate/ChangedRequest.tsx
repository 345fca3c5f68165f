import { DiffText, ForeignText, Slot, When } from "../../elements";
import { many } from "../../words";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { Notes } from "./Remarks";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";

/** A tool is no longer what was approved. The one filled button keeps things as they are. */
export function ChangedRequest(props: RequestProps<"changed">) {
  const { request, asked } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const mayAnswer = answering.may;
  const keep = answering.by({ kind: "deny" });
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      onD={keep}
      under={
        <>
          <ForeignText value={asked.shown} mono /> · changed at <When at={asked.seen_at} />
          {asked.on_hold > 0 ? ` · ${many(asked.on_hold, "permission is", "permissions are")} on hold` : null}
        </>
      }
      foot={
        <>
          <AnswerButton variant="filled" active={mayAnswer} onClick={keep}>
            Keep it blocked
          </AnswerButton>
          <span className={css.grow} />
          <AnswerButton active={mayAnswer} onClick={() => answering.answer({ kind: "turn_off" })}>
            Turn the server off
          </AnswerButton>
          <AnswerButton active={mayAnswer} onClick={() => answering.answer({ kind: "allow_once" })}>
            Accept the new definition
          </AnswerButton>
        </>
      }
    >
      {asked.diff.map((field) => (
        <Slot key={field.field} from={`${field.field} · text from the server`}>
          <DiffText spans={field.spans} mono={field.field !== "Description" && field.field !== "Title"} />
        </Slot>
      ))}
      {asked.diff.length === 0 ? (
        <p className="dim">The difference is not in anything that can be shown.</p>
      ) : null}
      <Notes notes={asked.notes} />
    </GateFrame>
  );
}
