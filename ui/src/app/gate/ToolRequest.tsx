import { useRef } from "react";
import type { AskedBy, DefinitionState } from "../../bindings/host";
import { CheckIcon, ForeignText, Pair, Pairs, Slot, Tag, textFrom } from "../../elements";
import { claimWord, time, whereWord } from "../../words";
import { AllowMenu } from "./AllowMenu";
import { clamp } from "./clamp";
import { EditJson } from "./EditJson";
import { Flow } from "./Flow";
import type { RequestProps } from "./Gate";
import { AnswerButton, GateFrame } from "./GateFrame";
import css from "./gate.module.css";
import { LastRow } from "./LastRow";
import { Notes } from "./Remarks";
import { useAnswer } from "./useAnswer";
import { useDraft } from "./useDraft";
import { useGuard } from "./useGuard";
import { useOpened } from "./useOpened";
import { Value } from "./Value";

/** Somebody wants to run a tool. */
export function ToolRequest(props: RequestProps<"tool">) {
  const { request, asked } = props;
  const [editing, setEditing] = useDraft(request, "editing", false);
  const editor = useRef<HTMLButtonElement>(null);
  const guard = useGuard(request);
  const answering = useAnswer(request, guard);
  const shortened = asked.arguments.flatMap((it, index) =>
    clamp(it.value.text, it.bytes) ? [`${index}`] : [],
  );
  const opened = useOpened(shortened, guard.again);
  const mayAnswer = answering.may && !editing;
  const mayAllow = mayAnswer && opened.all;
  const allowOnce = answering.by({ kind: "allow_once" }, mayAllow);
  const deny = answering.by({ kind: "deny" }, mayAnswer);
  return (
    <GateFrame
      request={request}
      place={props.place}
      of={props.of}
      guard={guard}
      answering={answering}
      hold={hold(editing, opened.all)}
      onA={allowOnce}
      onD={deny}
      under={
        <>
          {/* The question names the tool as it is called; a question that does not is completed here. */}
          {request.question.includes(`“${asked.shown.text}”`) ? null : (
            <>
              <ForeignText value={asked.shown} mono /> ·{" "}
            </>
          )}
          {whereWord[request.server.whereabouts]} · <code>{request.server.origin}</code> ·{" "}
          {askedBy(request.asked_by)}
        </>
      }
      foot={
        <>
          <AnswerButton active={mayAnswer} onClick={deny} shortcut="D">
            Deny
          </AnswerButton>
          <AnswerButton
            variant="subtle"
            active={mayAnswer}
            onClick={() => answering.answer({ kind: "deny_all_from_server" })}
          >
            Deny all from this server
          </AnswerButton>
          <span className={css.grow} />
          <AllowMenu request={request} asked={asked} active={mayAllow} onAnswer={answering.answer} />
          <AnswerButton active={mayAllow} onClick={allowOnce} shortcut="A">
            Allow once
          </AnswerButton>
        </>
      }
    >
      {asked.flow ? <Flow flow={asked.flow} /> : null}
      {asked.title && asked.title.text !== asked.shown.text ? (
        <Slot from={`Title · ${textFrom(request.server.label)}`} short>
          <ForeignText value={asked.title} />
        </Slot>
      ) : null}
      {editing ? (
        <EditJson
          request={request}
          json={asked.arguments_json}
          label="Arguments as JSON"
          use="Use these arguments"
          onDone={() => {
            setEditing(false);
            requestAnimationFrame(() => editor.current?.focus());
          }}
        />
      ) : (
        <Arguments asked={asked} opened={opened} />
      )}
      <div className={css.pair}>
        <section>
          <h2 className={css.label}>Why, in the model’s words</h2>
          {asked.why ? (
            <p>
              “<ForeignText value={asked.why} />”
            </p>
          ) : (
            <p className="dim">It gave no reason.</p>
          )}
        </section>
        <section>
          <h2 className={css.label}>What the server claims</h2>
          <p>
            {asked.claims.map((claim) => `${claimWord[claim]} · `).join("")}
            <span className="dim">not checked by anyone</span>
          </p>
        </section>
      </div>
      <Notes notes={asked.notes} />
      <LastRow
        request={request}
        guard={guard}
        actions={
          editing ? null : (
            <button ref={editor} type="button" className="underlined" onClick={() => setEditing(true)}>
              Edit arguments
            </button>
          )
        }
      >
        <DefinitionTag state={asked.definition} />
      </LastRow>
    </GateFrame>
  );
}

function hold(editing: boolean, all: boolean): string | null {
  if (editing) {
    return "Use or leave the changed arguments first.";
  }
  return all ? null : "Open what is shortened, then you can allow it.";
}

function Arguments(props: { asked: RequestProps<"tool">["asked"]; opened: ReturnType<typeof useOpened> }) {
  const rows = props.asked.arguments;
  if (rows.length === 0) {
    return <p className="dim">It is called without arguments.</p>;
  }
  return (
    <Pairs label="Arguments">
      {rows.map((row, index) => (
        <Pair key={`${index}`} name={<ForeignText value={row.name} />}>
          <Value
            id={`${index}`}
            name={row.name.text}
            value={row.value}
            bytes={row.bytes}
            opened={props.opened}
          />
        </Pair>
      ))}
    </Pairs>
  );
}

function DefinitionTag(props: { state: DefinitionState }) {
  const { state } = props;
  const day = time(state.since, "day");
  const when = day === "today" ? day : `on ${day}`;
  switch (state.kind) {
    case "known":
      return (
        <Tag tone="ok">
          <CheckIcon /> same definition as when you added or last accepted it, {when}
        </Tag>
      );
    case "new":
      return <Tag tone="wait">new, first seen {when}</Tag>;
    case "changed":
      return <Tag tone="bad">changed since you added or last accepted it, seen {when}</Tag>;
  }
}

/** Who wants it, in words. */
export function askedBy(by: AskedBy): string {
  switch (by.kind) {
    case "person":
      return "asked by you";
    case "server":
      return "asked by the server";
    case "model":
      return `asked by ${by.model} in “${by.title}”`;
  }
}
