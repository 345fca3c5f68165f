import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { CallView, Foreign, HeldResult, Problem } from "../../bindings/host";
import { CallArguments, CallFoot, CallHead, callShape, TaskLink } from "../../calls/CallHead";
import { CallResult } from "../../calls/CallResult";
import { KeptOutOffers } from "../../calls/FenceOffers";
import { ended, useCall } from "../../calls/useCall";
import {
  AgainstClaims,
  AllowedBy,
  CallProblem,
  CallTag,
  ForeignText,
  LinkButton,
  ProblemNote,
  Tag,
  tookOf,
} from "../../elements";
import { Listed, Say, say } from "../../l10n";
import { to } from "../../route";
import { useHostCommand, useHostQuery, useShowRequest } from "../../store";
import css from "./CallCard.module.css";
import { CallMedia } from "./CallMedia";
import { ResultReview } from "./ResultReview";

/** A tool call in a conversation. It stays as history; opened, it shows its result. */
export function CallCard(props: { call: CallView; conversation: string; held?: HeldResult | undefined }) {
  const call = useCall(props.call);
  const [open, setOpen] = useState(false);
  const [why, setWhy] = useState(false);
  const showRequest = useShowRequest();
  const stop = useHostCommand("cancel_call");
  const heading = useId();
  const held = props.held?.state === "waiting";
  const state = held ? "waiting" : call.state;
  const short = isShort(call) && props.held === undefined;
  return (
    <div className={`card ${css.card}`} data-state={state} role="group" aria-labelledby={heading}>
      <CallHead
        call={call}
        heading={heading}
        level={2}
        shape={callShape(call, state)}
        bare={short}
        state={
          held ? (
            <Tag tone="wait">{say("chat-call-review")}</Tag>
          ) : (
            <CallTag call={call} took={call.state === "done" ? tookOf(call) : null} />
          )
        }
      />
      <Edited names={call.edited} />
      <KeptOutOffers call={call} />
      <AgainstClaims call={call} />
      {ended(call.state) ? null : <CallResult call={call} />}
      {call.problem ? <Why call={call} problem={call.problem} /> : null}
      {stop.error ? <ProblemNote problem={stop.error} server={call.server_label} live /> : null}
      {props.held ? (
        <ResultReview conversation={props.conversation} held={props.held} server={call.server_label} />
      ) : null}
      <CallMedia call={call} conversation={props.conversation} open={open} />
      {call.not_given > 0 ? (
        <p className="dim small">{say("chat-call-media-not-given", { count: call.not_given })}</p>
      ) : null}
      <CallFoot
        call={call}
        note={
          <>
            {short ? <CallArguments call={call} /> : null}
            {call.outcome ? <span className="dim small">{call.outcome}</span> : null}
          </>
        }
        result={call.state === "done" || call.state === "tool_error" ? { open, onOpen: setOpen } : null}
      >
        {call.state === "waiting" && call.request ? (
          <Button size="xs" onClick={() => showRequest(call.request ?? "")}>
            {say("calls-open-request")}
          </Button>
        ) : null}
        {call.state === "running" ? (
          <Button size="xs" loading={stop.isPending} onClick={() => stop.mutate({ call: call.id })}>
            {say("words-stop")}
          </Button>
        ) : null}
        {call.problem?.code === "tool.changed" ? (
          <a className="underlined" href={to("servers", call.server, "tools", call.tool)}>
            {say("chat-call-tool")}
          </a>
        ) : null}
        {call.task !== null ? <TaskLink task={call.task} /> : null}
        {call.record !== null && call.sent_at !== null ? (
          <LinkButton aria-expanded={why} onClick={() => setWhy(!why)}>
            {say("chat-call-why")}
          </LinkButton>
        ) : null}
      </CallFoot>
      {why && call.record !== null ? <WhyAllowed record={call.record} /> : null}
      {open ? (
        <div className={css.result}>
          <CallResult call={call} reveal inCard />
        </div>
      ) : null}
    </div>
  );
}

/** Whether nothing stands between its arguments and what can be done with it: then both share a line where they fit. */
function isShort(call: CallView): boolean {
  const { state, problem, edited, kept_out, against_claims, media } = call;
  const said = edited.length + kept_out.length + against_claims.length + media;
  return state === "done" && problem === null && said === 0;
}

/** The card shows the arguments as they were sent: here stands which of them the model had not asked for. */
function Edited(props: { names: Foreign[] }) {
  if (props.names.length === 0) return null;
  const names = props.names.map((name) => <ForeignText key={name.text} value={name} mono />);
  return (
    <p className="dim small">
      <Say id="chat-call-edited" args={{ names: <Listed items={names} /> }} />
    </p>
  );
}

/** Why it brought nothing back. A person's own no is no trouble: it is only said. */
function Why(props: { call: CallView; problem: Problem }) {
  const { call, problem } = props;
  return problem.code === "consent.denied" ? (
    <p className="dim small">{problem.sentence}</p>
  ) : (
    <CallProblem call={call} problem={problem} />
  );
}

/** By which permission it ran, in the words of that moment, or that the user approved it. */
function WhyAllowed(props: { record: number }) {
  const detail = useHostQuery("record_detail", { seq: props.record });
  if (detail.error) return <ProblemNote problem={detail.error} live />;
  if (!detail.data) return <p className="dim small">{say("chat-call-why-loading")}</p>;
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
