import { Pairs } from "../../elements";
import { whereWord } from "../../words";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { Row, shortened } from "./LaunchRequest";
import { Warnings } from "./Remarks";
import { askedBy } from "./ToolRequest";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { useOpened } from "./useOpened";

/** A setting that makes something possible which was not before: every field of it, and what a yes means. */
export function SettingRequest(props: RequestProps<"setting">) {
  const { request, asked } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(asked.rows.flatMap(shortened), guard.again);
  const mayAnswer = answering.may;
  const maySet = mayAnswer && opened.all;
  const cancel = answering.by({ kind: "deny" }, mayAnswer);
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      guard={guard}
      answering={answering}
      hold={opened.all ? null : "Open what is shortened, then you can go on."}
      onD={cancel}
      under={
        <>
          {whereWord[request.server.whereabouts]} · <code>{request.server.origin}</code> ·{" "}
          {askedBy(request.asked_by)} · nothing has been changed
        </>
      }
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={cancel} shortcut="D">
            Cancel
          </AnswerButton>
          <span className={css.grow} />
          <AnswerButton
            active={maySet}
            onClick={() => {
              if (maySet) {
                answering.answer({ kind: "allow_once" });
              }
            }}
          >
            Save it
          </AnswerButton>
        </>
      }
    >
      <Pairs label="What would be set">
        {asked.rows.map((row, index) => (
          <Row key={`${index}`} row={row} id={`${index}`} opened={opened} />
        ))}
      </Pairs>
      <Warnings warnings={asked.warnings} />
      {asked.notes.map((note) => (
        <p key={note} className="small">
          {note}
        </p>
      ))}
    </GateFrame>
  );
}
