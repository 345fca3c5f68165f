import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import sheet from "../gate.module.css";
import { LastRow } from "../LastRow";
import { useAnswer } from "../useAnswer";
import { useGuard } from "../useGuard";
import { WhoAsks } from "../WhoAsks";
import css from "./elicitation.module.css";

/**
 * A page was opened, and what waits for it goes on only when the person is done there: nothing is asked again by
 * itself, and it can be given up at any time (ELI-25).
 */
export function PageRequest(props: RequestProps<"page">) {
  const { request, asked } = props;
  const { label } = request.server;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const mayAnswer = answering.may;
  const done = answering.by({ kind: "done" });
  const giveUp = answering.by({ kind: "deny" });
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      guard={guard}
      answering={answering}
      onA={done}
      onD={giveUp}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={giveUp} shortcut="D">
            Give up the call
          </AnswerButton>
          <span className={sheet.grow} />
          <AnswerButton active={mayAnswer} onClick={done} shortcut="A">
            I have finished: try again
          </AnswerButton>
        </>
      }
    >
      {asked.hosts.length === 0 ? null : (
        <p className={css.leads}>
          It is open in your browser, at{" "}
          {asked.hosts.map((host, index) => (
            <span key={index}>
              {index === 0 ? "" : " and "}
              <strong>
                <bdi>{host}</bdi>
              </strong>
            </span>
          ))}
          .
        </p>
      )}
      <p className="small">
        “{label}” waits for what you do there. When you are done, the same request is made again, with nothing
        new in it. Giving it up changes nothing on the page.
      </p>
      <LastRow request={request} guard={guard} />
    </GateFrame>
  );
}
