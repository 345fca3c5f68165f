/** One task: where it is, what its server says about it, and what can be done. */
import { Button } from "@mantine/core";
import { Fragment, useEffect, useId, useRef, useState } from "react";
import type { CallView, TaskState, TaskView } from "../../bindings/host";
import { CallFoot, CallHead, callShape } from "../../calls/CallHead";
import { CallResult } from "../../calls/CallResult";
import { ended, useCall } from "../../calls/useCall";
import {
  CallTag,
  type DotShape,
  ForeignText,
  ProblemNote,
  RawText,
  Tag,
  textHeading,
  UntrustedBlock,
  When,
} from "../../elements";
import { Say, say } from "../../l10n";
import { to } from "../../route";
import { useHost, useHostCommand, useShowRequest } from "../../store";
import { type Tone, taskWord } from "../../words";
import css from "./tasks.module.css";

const shapes: Record<Exclude<TaskState, "ended">, DotShape> = {
  working: "half",
  needs_input: "diamond",
  stopping: "half",
  away: "ring",
};

/** The states that the heading of the list does not say. */
const tones: Partial<Record<TaskState, Tone>> = {
  stopping: "plain",
  away: "wait",
};

export function TaskCard({ task, chosen }: { task: TaskView; chosen: boolean }) {
  const call = useCall(task.call);
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen) {
      card.current?.scrollIntoView({ block: "nearest" });
    }
  }, [chosen]);
  return (
    <article ref={card} className={`card ${css.card}`} data-chosen={chosen} aria-labelledby={heading}>
      <CallHead
        call={call}
        heading={heading}
        level={3}
        shape={task.state === "ended" ? callShape(call) : shapes[task.state]}
        state={<State task={task} call={call} />}
      />
      <p>{task.words}</p>
      {ended(call.state) ? null : <CallResult call={call} />}
      {task.said !== null && task.state !== "ended" ? (
        <UntrustedBlock from={textHeading(call.server_label)} short>
          <ForeignText value={task.said} />
        </UntrustedBlock>
      ) : null}
      <Times task={task} call={call} />
      <Ways task={task} call={call} open={chosen} />
    </article>
  );
}

function State({ task, call }: { task: TaskView; call: CallView }) {
  if (task.state === "ended") {
    const took = call.ended_at === null ? null : call.ended_at - task.began_at;
    return <CallTag call={call} took={took} />;
  }
  const tone = tones[task.state];
  return tone === undefined ? null : <Tag tone={tone}>{taskWord(task.state)}</Tag>;
}

function Times({ task, call }: { task: TaskView; call: CallView }) {
  const at = (
    id: "tasks-began" | "tasks-finished" | "tasks-seen" | "tasks-next" | "tasks-kept",
    when: number | null,
  ) => (when === null ? null : <Say key={id} id={id} args={{ time: <When at={when} /> }} />);
  const facts = [
    <Say key="by" id="tasks-by" args={{ who: <RawText text={task.asked_by} /> }} />,
    at("tasks-began", task.began_at),
    ...(task.state === "ended"
      ? [at("tasks-finished", call.ended_at)]
      : [
          at("tasks-seen", task.seen_at),
          at("tasks-next", task.next_look),
          at("tasks-kept", task.kept_until),
        ]),
  ].filter((it) => it !== null);
  return (
    <p className="dim small">
      {facts.map((fact, index) => (
        <Fragment key={fact.key}>
          {index > 0 ? " · " : null}
          {fact}
        </Fragment>
      ))}
    </p>
  );
}

function Ways({ task, call, open }: { task: TaskView; call: CallView; open: boolean }) {
  const stop = useHostCommand("stop_task");
  const showRequest = useShowRequest();
  const request = useHost((host) => host.waiting.find((it) => it.cause === task.id));
  const [opened, setOpened] = useState(open && task.result_kept);
  const gone = call.state === "done" ? say("tasks-result-gone") : null;
  const note = task.state !== "ended" ? null : task.result_kept ? call.outcome : gone;
  return (
    <>
      {stop.error !== null ? <ProblemNote problem={stop.error} server={call.server_label} live /> : null}
      <CallFoot
        call={call}
        note={note === null ? null : <span className="dim small">{note}</span>}
        result={task.state === "ended" && task.result_kept ? { open: opened, onOpen: setOpened } : null}
      >
        {request !== undefined ? (
          <Button size="xs" onClick={() => showRequest(request.id)}>
            {say("calls-open-request")}
          </Button>
        ) : null}
        {task.state !== "ended" ? (
          <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate({ task: task.id })}>
            {say(task.stop_at === null ? "words-stop" : "tasks-stop-waiting")}
          </Button>
        ) : null}
        {task.conversation !== null ? (
          <a className="underlined" href={to("chat", task.conversation)}>
            {say("tasks-conversation")}
          </a>
        ) : null}
      </CallFoot>
      {opened ? <CallResult call={call} inCard /> : null}
    </>
  );
}
