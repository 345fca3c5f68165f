import type { ReviewRow, ReviewValue } from "../../bindings/host";
import { ProblemNote, Tag } from "../../elements";
import { bytes } from "../../words";
import { clamp } from "./clamp";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { askedBy } from "./ToolRequest";
import { useAnswer } from "./useAnswer";
import { useGuard } from "./useGuard";
import { type Opened, useOpened } from "./useOpened";
import { Value } from "./Value";

/** A server is about to be added, changed or started again: every field of what will run (S-08 to S-12). */
export function LaunchRequest(props: RequestProps<"launch">) {
  const { request, asked } = props;
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(asked.rows.flatMap(shortened), guard.again);
  const refused = asked.refusals.length > 0;
  const mayAnswer = guard.ready && !answering.busy;
  const mayAdd = mayAnswer && opened.all && !refused;
  const deny = () => answering.answer({ kind: "deny" });
  const word = asked.changes === null ? "Add" : "Save";
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={opened.all || refused ? null : "Open what is shortened, then you can go on."}
      onD={() => {
        if (mayAnswer) {
          deny();
        }
      }}
      under={
        <>
          {asked.because ? `${asked.because} · ` : `${askedBy(request.asked_by)} · `}
          {asked.because ? "nothing has been started" : "nothing has been started or saved"}
        </>
      }
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={deny} shortcut="D">
            Cancel
          </AnswerButton>
          <span className={css.grow} />
          {refused ? null : asked.because ? (
            <AnswerButton active={mayAdd} onClick={() => answering.answer({ kind: "add_and_start" })}>
              Start
            </AnswerButton>
          ) : (
            <>
              <AnswerButton
                variant="subtle"
                active={mayAdd}
                onClick={() => answering.answer({ kind: "add" })}
              >
                {word}, do not start
              </AnswerButton>
              <AnswerButton active={mayAdd} onClick={() => answering.answer({ kind: "add_and_start" })}>
                {word} and start
              </AnswerButton>
            </>
          )}
        </>
      }
    >
      {asked.refusals.map((refusal) => (
        <ProblemNote
          key={refusal.code + refusal.sentence}
          problem={{ sentence: refusal.sentence, remedy: null }}
        />
      ))}
      <dl className={css.rows} aria-label="What will run">
        {asked.rows.map((row, index) => (
          <div key={`${index}`}>
            <dt>{row.field}</dt>
            <dd>
              <Values values={row.values} id={`${index}`} field={row.field} opened={opened} />
              {row.before ? (
                <div className={css.before}>
                  <span className="dim small">before</span>
                  <Values
                    values={row.before}
                    id={`${index}-before`}
                    field={`${row.field} before`}
                    opened={opened}
                  />
                </div>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {asked.warnings.length > 0 ? (
        <ul className={css.notes} aria-label="Remarks">
          {asked.warnings.map((warning) => (
            <li key={warning.code + warning.sentence}>
              <Tag tone="wait">{warning.sentence}</Tag>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="dim small">
        {request.server.whereabouts === "local"
          ? "A program like this can do what you can do on this computer. Go on only if you know where it comes from."
          : "What you send to this address leaves your computer. Go on only if you know who runs it."}
      </p>
    </GateFrame>
  );
}

function shortened(row: ReviewRow, index: number): string[] {
  const of = (values: ReviewValue[] | null, prefix: string) =>
    (values ?? []).flatMap((it, at) => (clamp(it.text.text, it.bytes) ? [`${prefix}.${at}`] : []));
  return [...of(row.values, `${index}`), ...of(row.before, `${index}-before`)];
}

/** Each value is one token; a space inside it cannot be taken for the space between two. */
function Values(props: { values: ReviewValue[]; id: string; field: string; opened: Opened }) {
  if (props.values.length === 0) {
    return <span className="dim">none</span>;
  }
  return (
    <ul className={css.tokens}>
      {props.values.map((value, index) => (
        <li key={`${index}`}>
          <span className={css.token}>
            <Value
              id={`${props.id}.${index}`}
              name={props.field}
              value={value.text}
              bytes={value.bytes}
              opened={props.opened}
            />
          </span>
          {value.note ? <span className="dim small"> {value.note}</span> : null}
          {value.bytes > 200 ? <span className="dim small"> {bytes(value.bytes)}</span> : null}
        </li>
      ))}
    </ul>
  );
}
