import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import type { CallState, CallView, HeldResult, Problem } from "../../bindings/host";
import {
  AllowedBy,
  Dot,
  type DotShape,
  ForeignText,
  later,
  ProblemNote,
  SignInWay,
  Tag,
  useLater,
} from "../../elements";
import { to } from "../../route";
import { useAct, useAsk, useGateway } from "../../store";
import { callTone, callWord, duration } from "../../words";
import css from "./chat.module.css";
import { HeldCard } from "./HeldCard";

/** Only an opened card shows one, and it brings trees and virtual lists along. */
const result = later(async () => (await import("../../elements/ResultView")).ResultView);

const shape: Record<CallState, DotShape> = {
  waiting: "diamond",
  running: "half",
  done: "circle",
  tool_error: "square",
  failed: "square",
  refused: "square",
  cancelled: "ring",
};

/** A tool call in a conversation. It stays as history; opened, it shows what came back. */
export function CallCard(props: { call: CallView; conversation: string; held?: HeldResult | undefined }) {
  const { call } = props;
  const [open, setOpen] = useState(false);
  const [why, setWhy] = useState(false);
  const gateway = useGateway();
  const stop = useAct("cancel_call");
  const heading = useId();
  const held = props.held?.state === "waiting";
  const took = call.ended_at !== null && call.sent_at !== null ? call.ended_at - call.sent_at : null;
  return (
    <div
      className={css.card}
      data-state={held ? "waiting" : call.state}
      role="group"
      aria-labelledby={heading}
    >
      <div className={css.cardTop}>
        <Dot shape={held ? shape.waiting : shape[call.state]} />
        <h2 id={heading} className={css.cardTitle}>
          <ForeignText value={call.tool_shown} />
        </h2>
        <span className="dim">{call.server_label}</span>
        <span className={css.grow} />
        <Tag tone={held ? callTone.waiting : callTone[call.state]}>
          {held
            ? "result waits for you"
            : call.state === "running" && call.task !== null
              ? "running as a task"
              : callWord[call.state]}
          {took !== null && call.state === "done" && !held ? ` · ${duration(took)}` : null}
        </Tag>
      </div>
      {hasArguments(call) ? (
        <div className={css.line}>
          <ForeignText value={call.arguments_line} mono />
        </div>
      ) : null}
      {call.state === "running" ? <Running call={call} /> : null}
      {call.problem ? <Why call={call} problem={call.problem} /> : null}
      {stop.error ? <ProblemNote problem={stop.error} server={call.server_label} live /> : null}
      {props.held ? (
        <HeldCard conversation={props.conversation} held={props.held} server={call.server_label} />
      ) : null}
      <div className={css.cardFoot}>
        {call.outcome ? <span className="dim small">{call.outcome}</span> : null}
        <span className={css.grow} />
        {call.state === "waiting" && call.request ? (
          <Button size="xs" onClick={() => gateway.open(call.request ?? "")}>
            Open the request
          </Button>
        ) : null}
        {call.state === "running" ? (
          <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate({ call: call.id })}>
            Stop
          </Button>
        ) : null}
        {call.task !== null ? (
          <a className="underlined" href={to("tasks", call.task)}>
            In Tasks
          </a>
        ) : null}
        {call.record !== null && call.sent_at !== null ? (
          <button type="button" className="underlined" aria-expanded={why} onClick={() => setWhy(!why)}>
            Why it was allowed
          </button>
        ) : null}
        {call.record !== null ? (
          <a className="underlined" href={to("activity", `${call.record}`)}>
            In the record
          </a>
        ) : null}
        {call.state === "done" || call.state === "tool_error" ? (
          <button type="button" className="underlined" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide what came back" : "Show what came back"}
          </button>
        ) : null}
      </div>
      {why && call.record !== null ? <WhyAllowed record={call.record} /> : null}
      {open ? <CameBack id={call.id} /> : null}
    </div>
  );
}

/** An empty object says nothing. */
function hasArguments(call: CallView): boolean {
  return !["", "{}"].includes(call.arguments_line.text.trim());
}

/** Why it brought nothing back. A person's own no is no trouble: it is only said. */
function Why(props: { call: CallView; problem: Problem }) {
  const { call, problem } = props;
  return problem.code === "consent.denied" ? (
    <p className="dim small">{problem.sentence}</p>
  ) : (
    <ProblemNote
      problem={problem}
      server={call.server_label}
      action={<SignInWay code={problem.code} server={call.server} />}
    />
  );
}

function Running(props: { call: CallView }) {
  const { progress } = props.call;
  if (!progress) {
    return null;
  }
  const part = progress.total ? Math.min(1, progress.value / progress.total) : null;
  return (
    <div className={css.progress}>
      <div
        className={css.track}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        {...(part === null
          ? {}
          : { "aria-valuenow": progress.value, "aria-valuemax": progress.total ?? progress.value })}
      >
        <div style={{ width: part === null ? "30%" : `${part * 100}%` }} data-unknown={part === null} />
      </div>
      <span className="dim small">
        {progress.value}
        {progress.total ? ` of ${progress.total}` : ""}
        {progress.message ? (
          <>
            {" · "}
            <ForeignText value={progress.message} />
          </>
        ) : null}
      </span>
    </div>
  );
}

/** By which permission it ran, in the words of that moment, or that somebody said yes. */
function WhyAllowed(props: { record: number }) {
  const detail = useAsk("record_detail", { seq: props.record });
  if (detail.error) {
    return <ProblemNote problem={detail.error} live />;
  }
  if (!detail.data) {
    return <p className="dim small">Looking it up in the record.</p>;
  }
  const { why, allowed_by } = detail.data;
  return (
    <div className={css.result}>
      <p>{why}</p>
      {allowed_by === null ? null : (
        <AllowedBy allowed={allowed_by} row={to("activity", `${allowed_by.row}`)} />
      )}
    </div>
  );
}

function CameBack(props: { id: string }) {
  const call = useAsk("call", { call: props.id });
  const ResultView = useLater(result);
  const box = useRef<HTMLDivElement>(null);
  const here = call.data !== undefined && ResultView !== null;
  useEffect(() => {
    if (here) {
      box.current?.scrollIntoView({ block: "nearest" });
    }
  }, [here]);
  if (call.error) {
    return <ProblemNote problem={call.error} live />;
  }
  if (!call.data || !ResultView) {
    return <p className="dim small">Fetching what came back.</p>;
  }
  return (
    <div className={css.result} ref={box}>
      <ResultView call={call.data} />
    </div>
  );
}
