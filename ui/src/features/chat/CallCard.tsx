import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { CallState, CallView, HeldResult, Problem } from "../../bindings/host";
import { CallResult } from "../../calls/CallResult";
import {
  AllowedBy,
  CallTag,
  Dot,
  type DotShape,
  ForeignText,
  LinkButton,
  ProblemNote,
  SignInWay,
  Tag,
  tookOf,
} from "../../elements";
import { to } from "../../route";
import { useGateway, useHostCommand, useHostQuery } from "../../store";
import css from "./chat.module.css";
import { ResultReview } from "./ResultReview";

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
  const stop = useHostCommand("cancel_call");
  const heading = useId();
  const held = props.held?.state === "waiting";
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
        {held ? (
          <Tag tone="wait">result waits for you</Tag>
        ) : (
          <CallTag call={call} took={call.state === "done" ? tookOf(call) : null} />
        )}
      </div>
      {hasArguments(call) ? (
        <div className={css.line}>
          <ForeignText value={call.arguments_line} mono />
        </div>
      ) : null}
      {call.state === "running" ? <CallResult call={call} /> : null}
      {call.problem ? <Why call={call} problem={call.problem} /> : null}
      {stop.error ? <ProblemNote problem={stop.error} server={call.server_label} live /> : null}
      {props.held ? (
        <ResultReview conversation={props.conversation} held={props.held} server={call.server_label} />
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
          <LinkButton aria-expanded={why} onClick={() => setWhy(!why)}>
            Why it was allowed
          </LinkButton>
        ) : null}
        {call.record !== null ? (
          <a className="underlined" href={to("activity", `${call.record}`)}>
            In the record
          </a>
        ) : null}
        {call.state === "done" || call.state === "tool_error" ? (
          <LinkButton aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide what came back" : "Show what came back"}
          </LinkButton>
        ) : null}
      </div>
      {why && call.record !== null ? <WhyAllowed record={call.record} /> : null}
      {open ? (
        <div className={css.result}>
          <CallResult call={call} reveal />
        </div>
      ) : null}
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

/** By which permission it ran, in the words of that moment, or that somebody said yes. */
function WhyAllowed(props: { record: number }) {
  const detail = useHostQuery("record_detail", { seq: props.record });
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
