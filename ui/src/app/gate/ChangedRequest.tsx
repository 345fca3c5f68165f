import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { VaryingPart } from "../../bindings/host";
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
  const [parts, setParts] = useState<number[]>([]);
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
          <AnswerButton
            active={mayAnswer}
            onClick={() =>
              answering.answer(parts.length > 0 ? { kind: "accept_varying", parts } : { kind: "allow_once" })
            }
          >
            {parts.length > 0
              ? `Accept, and let ${many(parts.length, "part", "parts")} vary`
              : "Accept the new definition"}
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
      {asked.varying.length > 0 ? (
        <MayVary parts={asked.varying} chosen={parts} active={mayAnswer} onChange={setParts} />
      ) : null}
      <Notes notes={asked.notes} />
    </GateFrame>
  );
}

/** Parts that a server writes differently each time: a person may stop being asked about them. */
function MayVary(props: {
  parts: VaryingPart[];
  chosen: number[];
  active: boolean;
  onChange: (chosen: number[]) => void;
}) {
  const { chosen } = props;
  const toggle = (place: number) =>
    props.onChange(chosen.includes(place) ? chosen.filter((it) => it !== place) : [...chosen, place]);
  return (
    <section aria-label="Parts that may vary">
      <h2 className={css.label}>Does the server write a part differently each time?</h2>
      <p className="dim">
        Of a part that may vary only the kind and the length are checked, and a model reads what it says. All
        other parts are still held to. The tool’s page takes it back.
      </p>
      {props.parts.map((part, place) => (
        <Checkbox
          key={part.place.text}
          size="xs"
          disabled={!props.active}
          checked={chosen.includes(place)}
          onChange={() => toggle(place)}
          label={
            <>
              <ForeignText value={part.place} mono /> may vary: now <ForeignText value={part.after} mono />,
              before <ForeignText value={part.before} mono />
            </>
          }
        />
      ))}
    </section>
  );
}
