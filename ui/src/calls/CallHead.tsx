import type { ReactNode } from "react";
import type { CallState, CallView } from "../bindings/host";
import { Dot, type DotShape, differs, ForeignText, LinkButton, RawText, ServerTitle } from "../elements";
import { say } from "../l10n";
import { to } from "../route";
import { callLook } from "../words";
import css from "./calls.module.css";
import { MarkOf } from "./MarkOf";

const shapes: Record<CallState, DotShape> = {
  waiting: "diamond",
  running: "half",
  done: "circle",
  tool_error: "square",
  failed: "square",
  refused: "ring",
  cancelled: "ring",
};

/** The shape of how a call is; with `state`, of how it is shown. */
export function callShape(call: CallView, state: CallState = call.state): DotShape {
  return state === call.state && callLook(call).declined ? "ring" : shapes[state];
}

/** The top of a card about a call: which tool of which server, how it is, and its arguments in a line, unless they stand elsewhere. */
export function CallHead(props: {
  call: CallView;
  /** Id of the heading, which names the card. */
  heading: string;
  level: 2 | 3;
  shape: DotShape;
  /** How it is, in words; nothing where its card says so elsewhere. */
  state: ReactNode;
  bare?: boolean;
}) {
  const { call } = props;
  const Heading = `h${props.level}` as const;
  return (
    <>
      <div className={`row ${css.head}`}>
        <Dot shape={props.shape} />
        <Heading id={props.heading} className={css.title}>
          <RawText text={call.tool} mono />
        </Heading>
        <span className={css.server}>
          <MarkOf server={call.server} />
          <span className="dim">
            <RawText text={call.server_label} />
          </span>
        </span>
        {props.state}
      </div>
      {differs(call.tool, call.tool_shown) ? (
        <div>
          <ServerTitle title={call.tool_shown} server={call.server_label} />
        </div>
      ) : null}
      {props.bare === true ? null : <CallArguments call={call} />}
    </>
  );
}

/** The arguments of a call in a line. An empty object says nothing. */
export function CallArguments({ call }: { call: CallView }) {
  const line = call.arguments_line;
  return ["", "{}"].includes(line.text.trim()) ? null : (
    <div className={css.arguments}>
      <ForeignText value={line} mono />
    </div>
  );
}

/** The foot of a card about a call: what is said of it, what can be done, and where more of it is. */
export function CallFoot(props: {
  call: CallView;
  note?: ReactNode;
  /** Buttons and links of this card. */
  children?: ReactNode;
  /** Its result can be looked at. */
  result?: { open: boolean; onOpen: (open: boolean) => void } | null;
}) {
  const { call, result = null } = props;
  return (
    <div className={`row ${css.foot}`}>
      {props.note}
      <span className={`row ${css.ways}`}>
        {props.children}
        {call.record !== null ? (
          <a className="underlined" href={to("activity", `${call.record}`)}>
            {say("calls-record")}
          </a>
        ) : null}
        {result !== null ? (
          <LinkButton aria-expanded={result.open} onClick={() => result.onOpen(!result.open)}>
            {say(result.open ? "calls-hide-result" : "calls-show-result")}
          </LinkButton>
        ) : null}
      </span>
    </div>
  );
}

/** To the task as which a server goes on with a call. */
export function TaskLink(props: { task: string }) {
  return (
    <a className="underlined" href={to("tasks", props.task)}>
      {say("calls-task")}
    </a>
  );
}
