import { useRef, useState } from "react";
import { Growing, Tag } from "../../../elements";
import { useAct } from "../../../store";
import { DenyAll } from "../DenyAll";
import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import gate from "../gate.module.css";
import { LastRow } from "../LastRow";
import { Notes, Warnings } from "../Remarks";
import { Steps } from "../Steps";
import { useAnswer } from "../useAnswer";
import { leaveField, useDraft } from "../useDraft";
import { useGuard } from "../useGuard";
import { useOpened } from "../useOpened";
import { WhoAsks } from "../WhoAsks";
import { EditTexts } from "./EditTexts";
import { shortenedIn } from "./parts";
import { Sent } from "./Sent";
import css from "./sampling.module.css";
import { Terms, Wishes } from "./Terms";
import { textsOfRequest } from "./texts";

/** What is in front of the person: the request, its texts as fields, or an answer of their own. */
type Doing = "reading" | "editing" | "writing";

/** First of two: a server wants words of a model. Everything that would be sent, before it is (SAM-01, SAM-02). */
export function SamplingRequest(props: RequestProps<"sampling">) {
  const { request, asked } = props;
  const { label } = request.server;
  const [doing, setDoing] = useDraft<Doing>(request, "doing", "reading");
  const [dirty, setDirty] = useState(false);
  const [text, setText] = useDraft(request, "answer", "");
  const editor = useRef<HTMLButtonElement>(null);
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const amend = useAct("amend");
  const opened = useOpened(shortenedIn(asked), guard.again);
  const mayAnswer = answering.may;
  // While a change is on its way, what is shown is not what would be sent.
  const maySend = mayAnswer && doing === "reading" && !dirty && !amend.isPending && opened.all;
  const mayHand = mayAnswer && doing === "writing" && text.trim() !== "";
  const deny = answering.by({ kind: "deny" });
  const send = answering.by({ kind: "allow_once" }, maySend);
  // The sheet moves by it, so the guard starts again.
  const turn = (next: Doing) => {
    setDoing(next);
    setDirty(false);
    guard.again();
  };
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      width="wide"
      guard={guard}
      answering={answering}
      hold={hold(doing, dirty, opened.all)}
      {...(doing === "reading" ? { onA: send } : {})}
      onD={deny}
      under={<WhoAsks request={request} cause={asked.cause} />}
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={deny} shortcut="D">
            Deny
          </AnswerButton>
          {doing === "writing" ? null : (
            <AnswerButton variant="subtle" active={doing === "reading"} onClick={() => turn("writing")}>
              Answer it myself
            </AnswerButton>
          )}
          <span className={gate.grow} />
          {doing === "writing" ? (
            <>
              <AnswerButton variant="subtle" active onClick={() => turn("reading")}>
                Back
              </AnswerButton>
              <AnswerButton active={mayHand} onClick={() => answering.answer({ kind: "write", text })}>
                <span className={css.to}>
                  Give it to “<bdi>{label}</bdi>”
                </span>
              </AnswerButton>
            </>
          ) : (
            <AnswerButton active={maySend} onClick={send} shortcut="A">
              <span className={css.to}>
                Send to the model “<bdi>{asked.model}</bdi>”
              </span>
            </AnswerButton>
          )}
        </>
      }
    >
      {doing === "writing" ? null : (
        <Steps
          label="Two decisions"
          now={0}
          steps={["Read what is sent", `Read the answer before “${label}” gets it`]}
        />
      )}
      <Warnings warnings={asked.warnings} />
      {doing === "editing" ? (
        <EditTexts
          request={request}
          json={asked.request_json}
          texts={textsOfRequest(asked.request_json)}
          what="the changed request"
          onDone={() => {
            turn("reading");
            requestAnimationFrame(() => editor.current?.focus());
          }}
        />
      ) : (
        <>
          <Sent asked={asked} label={label} opened={opened} />
          {doing === "reading" ? (
            <Terms request={request} asked={asked} amend={amend} onDirty={setDirty} />
          ) : null}
        </>
      )}
      {doing === "reading" ? (
        <>
          <Wishes asked={asked} />
          <p className="dim small">{asked.context}</p>
          <Notes notes={asked.notes} />
          <LastRow
            request={request}
            guard={guard}
            actions={
              <>
                <DenyAll active={mayAnswer} answering={answering} />
                <button ref={editor} type="button" className="underlined" onClick={() => turn("editing")}>
                  Edit the request
                </button>
              </>
            }
          >
            {asked.edited ? <Tag tone="wait">changed by you</Tag> : null}
          </LastRow>
        </>
      ) : null}
      {doing === "writing" ? <Writing text={text} label={label} onText={setText} /> : null}
    </GateFrame>
  );
}

function hold(doing: Doing, dirty: boolean, all: boolean): string | null {
  if (doing === "editing") {
    return "Use or leave the changed request first.";
  }
  if (doing === "writing") {
    return null;
  }
  if (dirty) {
    return "Use or leave the other number of tokens first.";
  }
  return all ? null : "Open what is shortened, then you can send it.";
}

function Writing(props: { text: string; label: string; onText: (text: string) => void }) {
  return (
    <Growing
      label="Your answer"
      description={`No model is asked. “${props.label}” gets exactly these words.`}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={leaveField}
      autoFocus
      minRows={3}
      maxRows={10}
    />
  );
}
