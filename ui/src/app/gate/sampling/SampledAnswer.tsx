import { useRef, useState } from "react";
import { Slot, Tag } from "../../../elements";
import { JsonTree } from "../../../elements/JsonTree";
import { DenyAll } from "../DenyAll";
import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import gate from "../gate.module.css";
import { LastRow } from "../LastRow";
import { Notes, Warnings } from "../Remarks";
import { Steps } from "../Steps";
import { useAnswer } from "../useAnswer";
import { useDraft } from "../useDraft";
import { useGuard } from "../useGuard";
import { useOpened } from "../useOpened";
import { WhoAsks } from "../WhoAsks";
import { EditTexts } from "./EditTexts";
import { Parts } from "./Parts";
import { shortenedInParts } from "./parts";
import css from "./sampling.module.css";
import { read, textsOfAnswer } from "./texts";

/** Second of two: the answer, before the server gets it (SAM-03). */
export function SampledAnswer(props: RequestProps<"sampled_answer">) {
  const { request, asked } = props;
  const { label } = request.server;
  const [editing, setEditing] = useDraft(request, "editing", false);
  const [back, setBack] = useState(false);
  const editor = useRef<HTMLButtonElement>(null);
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(shortenedInParts(asked.parts, "answer"), guard.again);
  const mayAnswer = answering.may;
  const mayGive = mayAnswer && !editing && opened.all;
  const deny = answering.by({ kind: "deny" });
  const give = answering.by({ kind: "allow_once" }, mayGive);
  const turn = (next: boolean) => {
    setEditing(next);
    guard.again();
  };
  const byPerson = asked.model === "person";
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={
        editing
          ? "Use or leave the changed answer first."
          : opened.all
            ? null
            : "Open what is shortened, then you can give it."
      }
      {...(editing ? {} : { onA: give })}
      onD={deny}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={deny} shortcut="D">
            Deny
          </AnswerButton>
          <span className={gate.grow} />
          <AnswerButton active={mayGive} onClick={give} shortcut="A">
            <span className={css.to}>
              Give it to “<bdi>{label}</bdi>”
            </span>
          </AnswerButton>
        </>
      }
    >
      <Steps
        label="Two decisions"
        now={1}
        steps={["Read what is sent", `Read the answer before “${label}” gets it`]}
      />
      <Warnings warnings={asked.warnings} />
      {editing ? (
        <EditTexts
          request={request}
          json={asked.answer_json}
          texts={textsOfAnswer(asked.answer_json)}
          what="the changed answer"
          onDone={() => {
            turn(false);
            requestAnimationFrame(() => editor.current?.focus());
          }}
        />
      ) : (
        <Slot from={byPerson ? "Answer · your own words" : `Answer · text from ${asked.model}`}>
          <Parts parts={asked.parts} id="answer" name="answer" opened={opened} />
        </Slot>
      )}
      <Notes notes={asked.notes} />
      {editing ? null : (
        <LastRow
          request={request}
          guard={guard}
          actions={
            <>
              <DenyAll active={mayAnswer} answering={answering} />
              <button ref={editor} type="button" className="underlined" onClick={() => turn(true)}>
                Edit the answer
              </button>
              <button
                type="button"
                className="underlined"
                aria-expanded={back}
                onClick={() => {
                  setBack(!back);
                  guard.again();
                }}
              >
                What was sent
              </button>
            </>
          }
        >
          <span className="dim small">{ended(asked.stop_reason, byPerson)}</span>
          {asked.edited ? <Tag tone="wait">changed by you</Tag> : null}
        </LastRow>
      )}
      {back ? <LookBack json={asked.request_json} /> : null}
    </GateFrame>
  );
}

/** Why the answer ends where it ends. */
function ended(reason: string, byPerson: boolean): string {
  if (byPerson) {
    return "Written by you; no model was asked.";
  }
  switch (reason) {
    case "endTurn":
      return "The model was done.";
    case "stopSequence":
      return "It ends at a word that the server named.";
    case "maxTokens":
      return "It ends because it was as long as it may be.";
    case "toolUse":
      return "It ends with a wish for a tool.";
    default:
      return "";
  }
}

/** The request as JSON, to be read only. */
function LookBack(props: { json: string }) {
  const value = read(props.json);
  return (
    <section className={css.back} aria-label="What was sent">
      {value === undefined ? (
        <p className="dim">It cannot be shown.</p>
      ) : (
        <JsonTree value={value} label="What was sent" />
      )}
    </section>
  );
}
