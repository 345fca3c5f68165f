import { Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import type { SampledMessage, SampledTool, ToolChoice } from "../../../bindings/host";
import { ForeignText, Slot, Tag, textFrom } from "../../../elements";
import { many } from "../../../words";
import { DenyAll } from "../DenyAll";
import type { RequestProps } from "../Gate";
import { AnswerButton, GateFrame } from "../GateFrame";
import { LastRow } from "../LastRow";
import { Notes, Warnings } from "../Remarks";
import { Steps } from "../Steps";
import { useAnswer } from "../useAnswer";
import { useGuard } from "../useGuard";
import { type Opened, useOpened } from "../useOpened";
import { Value } from "../Value";
import { WhoAsks } from "../WhoAsks";
import { EditTexts } from "./EditTexts";
import { Content, Json, Parts } from "./Parts";
import { shortenedIn, size } from "./parts";
import css from "./sampling.module.css";
import { Terms, Wishes } from "./Terms";
import { textsOfRequest } from "./texts";

/** What is in front of the person: the request, its texts as fields, or an answer of their own. */
type Doing = "reading" | "editing" | "writing";

/** First of two: a server wants words of a model. Everything that would be sent, before it is (SAM-01, SAM-02). */
export function SamplingRequest(props: RequestProps<"sampling">) {
  const { request, asked } = props;
  const { label } = request.server;
  const [doing, setDoing] = useState<Doing>("reading");
  const [dirty, setDirty] = useState(false);
  const [text, setText] = useState("");
  const editor = useRef<HTMLButtonElement>(null);
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const opened = useOpened(shortenedIn(asked), guard.again);
  const mayAnswer = guard.ready && !answering.busy;
  const maySend = mayAnswer && doing === "reading" && !dirty && opened.all;
  const mayHand = mayAnswer && doing === "writing" && text.trim() !== "";
  const deny = () => {
    if (mayAnswer) {
      answering.answer({ kind: "deny" });
    }
  };
  const send = () => {
    if (maySend) {
      answering.answer({ kind: "allow_once" });
    }
  };
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
          <span className={css.grow} />
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
                Send to <bdi>{asked.model}</bdi>
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
            <Terms request={request} asked={asked} onDirty={setDirty} disabled={false} />
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
      {doing === "writing" ? (
        <Writing text={text} label={label} onText={setText} onLeave={() => turn("reading")} />
      ) : null}
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

/** Everything that goes along, in the order in which a model reads it. */
function Sent(props: { asked: RequestProps<"sampling">["asked"]; label: string; opened: Opened }) {
  const { asked, label, opened } = props;
  const whose = textFrom(label);
  return (
    <>
      {opened.left > 2 ? (
        <p className={css.many}>
          {many(opened.left, "text is", "texts are")} shortened.{" "}
          <button type="button" className="link" onClick={opened.openAll}>
            Open all
          </button>
        </p>
      ) : null}
      {asked.system_prompt === null ? null : (
        <Slot from={`System prompt · ${whose}`}>
          <Content block={asked.system_prompt} id="system" name="system prompt" place={1} opened={opened} />
        </Slot>
      )}
      {asked.messages.map((message, index) => (
        <Slot key={index} from={`${heading(message, index, asked.messages.length)} · ${whose}`}>
          <Parts
            parts={message.parts}
            id={`message.${index}`}
            name={`message ${index + 1}`}
            opened={opened}
          />
        </Slot>
      ))}
      {asked.tools.length === 0 ? null : (
        <section className={css.tools} aria-label="Tools of its own">
          <p className="small">
            {many(asked.tools.length, "tool")} of its own. {choiceWord[asked.tool_choice ?? "auto"]}
          </p>
          {asked.tools.map((tool, index) => (
            <Tool
              key={index}
              tool={tool}
              place={`${index + 1} of ${asked.tools.length}`}
              id={`tool.${index}`}
              {...{ whose, opened }}
            />
          ))}
        </section>
      )}
    </>
  );
}

const choiceWord: Record<ToolChoice, string> = {
  auto: "The model decides whether to ask for one.",
  required: "The model has to ask for one.",
  none: "The model may not ask for any.",
};

function heading(message: SampledMessage, index: number, of: number): string {
  const role = message.role === "assistant" ? "as if the model said it" : "as if you said it";
  return `Message ${index + 1} of ${of}, ${role}`;
}

function Tool(props: { tool: SampledTool; place: string; whose: string; id: string; opened: Opened }) {
  const { tool, id, opened } = props;
  return (
    <Slot from={`Tool ${props.place} · ${props.whose}`}>
      <div className={css.tool}>
        <p>
          <strong>
            <ForeignText value={tool.name} mono />
          </strong>
        </p>
        {tool.description.text === "" ? null : (
          <Value
            id={`${id}.description`}
            name={`description of ${tool.name.text}`}
            value={tool.description}
            bytes={size(tool.description.text)}
            opened={opened}
            words
          />
        )}
        <Json id={`${id}.schema`} name={`schema of ${tool.name.text}`} value={tool.schema} opened={opened} />
      </div>
    </Slot>
  );
}

function Writing(props: {
  text: string;
  label: string;
  onText: (text: string) => void;
  onLeave: () => void;
}) {
  return (
    <Textarea
      label="Your answer"
      description={`No model is asked. “${props.label}” gets exactly these words.`}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.preventDefault();
          props.onLeave();
        }
      }}
      autoFocus
      autosize
      minRows={3}
      maxRows={10}
    />
  );
}
