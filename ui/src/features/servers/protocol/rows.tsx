/** One line of the timeline: an operation, or a frame. */
import type { Frame } from "../../../bindings/host";
import { ForeignText, Tag, When } from "../../../elements";
import { say } from "../../../l10n";
import { bytes, duration, escapedText } from "../../../words";
import { directionWord, isBad, isStray, kindWord } from "./filter";
import { lastedOf, type Operation, outcomeOf, subjectOf, withinOf } from "./operations";
import { isProbe, shortId } from "./probe";
import css from "./protocol.module.css";

export function Arrow({ frame }: { frame: Frame }) {
  return (
    <span className={css.arrow}>
      <span aria-hidden>{frame.direction === "sent" ? "→" : "←"}</span>
      <span className="visually-hidden">{directionWord(frame.direction)}</span>
    </span>
  );
}

export function OperationRow(props: {
  operation: Operation;
  begins: string | null;
  live: boolean;
  chosen: boolean;
}) {
  const { operation, begins, live, chosen } = props;
  const { head } = operation;
  const outcome = outcomeOf(operation, live);
  const subject = subjectOf(operation);
  const within = withinOf(operation);
  const lasted = lastedOf(operation);
  return (
    <>
      {begins !== null ? <p className={`small dim ${css.begins}`}>{begins}</p> : null}
      <div className={css.frame} data-of="operation" data-state={chosen ? "chosen" : "plain"}>
        <span className={css.time}>
          <When at={head.at} />
        </span>
        <Arrow frame={head} />
        <span className={css.what}>
          {head.method !== null ? <span className={css.method}>{escapedText(head.method)}</span> : null}{" "}
          {subject !== null ? (
            <ForeignText value={subject} mono badge={false} />
          ) : head.method === null ? (
            <ForeignText value={head.head} mono badge={false} />
          ) : null}
          {within !== "" ? <span className="faint"> · {within}</span> : null}
        </span>
        <span className={css.kind}>
          {outcome.tone === "bad" || outcome.tone === "wait" ? (
            <Tag tone={outcome.tone}>{outcome.words}</Tag>
          ) : (
            <span className="dim">{outcome.words}</span>
          )}
        </span>
        <span className={css.size}>{lasted === null ? "" : duration(lasted)}</span>
      </div>
    </>
  );
}

export function FrameRow(props: {
  frame: Frame;
  begins: string | null;
  state: "chosen" | "along" | "plain";
}) {
  const { frame, begins, state } = props;
  return (
    <>
      {begins !== null ? <p className={`small dim ${css.begins}`}>{begins}</p> : null}
      <div className={css.frame} data-of="frame" data-state={state}>
        <span className={css.time}>
          <When at={frame.at} />
        </span>
        <Arrow frame={frame} />
        <span className={css.method}>{frame.method === null ? "" : escapedText(frame.method)}</span>
        <span className={css.kind}>
          <Kind frame={frame} />
          {frame.rpc_id !== null ? (
            <span className="faint"> {escapedText(shortId(frame.rpc_id))}</span>
          ) : null}
        </span>
        <span className={css.head}>
          <ForeignText value={frame.head} mono badge={false} />
        </span>
        <span className={css.size}>
          {frame.elapsed !== null ? `${duration(frame.elapsed)} · ` : null}
          {bytes(frame.bytes)}
        </span>
      </div>
    </>
  );
}

/** What a frame is, in a word. */
export function Kind({ frame }: { frame: Frame }) {
  return isBad(frame) ? <Tag tone="bad">{kindOf(frame)}</Tag> : <span>{kindOf(frame)}</span>;
}

/** That a server does not know the probe is an answer too, not a fault. */
export function kindOf(frame: Frame): string {
  if (isProbe(frame)) {
    if (frame.direction === "sent") return say("servers-protocol-kind-probe");
    return say(
      frame.kind === "error"
        ? "servers-protocol-kind-probe-unsupported"
        : "servers-protocol-kind-probe-answered",
    );
  }
  if (isStray(frame)) return say("servers-protocol-kind-stray");
  if (frame.status !== null) return say(`servers-protocol-kind-${frame.status}`);
  return kindWord(frame.kind);
}
