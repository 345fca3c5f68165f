/** One operation: what it was about and how it ended, its frames, and one of them whole. */
import { Button } from "@mantine/core";
import type { Frame, ServerSummary } from "../../../bindings/host";
import {
  CloseButton,
  ForeignText,
  ProblemNote,
  RawText,
  Tag,
  UntrustedBlock,
  useReturnFocus,
  When,
} from "../../../elements";
import { Copy } from "../../../elements/Copy";
import { VirtualList } from "../../../elements/VirtualList";
import { Say, say } from "../../../l10n";
import { useHostCommand, useHostQuery } from "../../../store";
import { bytes, duration } from "../../../words";
import { fillAgain } from "../again";
import { isBad } from "./filter";
import { agreed, callOf, lastedOf, type Operation, outcomeOf, subjectOf } from "./operations";
import css from "./protocol.module.css";
import { Arrow, Kind, kindOf } from "./rows";

/** Height of a line in pixels. */
const LINE = 26;

const seqOf = (frame: Frame) => frame.seq;

export function OperationDetail(props: {
  server: ServerSummary;
  operation: Operation;
  revision: string | null;
  live: boolean;
  chosen: number;
  onChoose: (seq: number) => void;
  onClose: () => void;
}) {
  const { server, operation, revision, live, chosen, onChoose, onClose } = props;
  const { head, frames } = operation;
  const frame = frames.find((it) => it.seq === chosen) ?? head;
  const call = callOf(operation);
  const subject = subjectOf(operation);
  const outcome = outcomeOf(operation, live);
  const lasted = lastedOf(operation);
  useReturnFocus();
  return (
    <section className={css.detail} aria-label={say("servers-protocol-operation")}>
      <div className={css.detailHead}>
        <div className={css.about}>
          <h2>
            {head.method === null ? kindOf(head) : <RawText text={head.method} mono />}
            {subject !== null ? (
              <>
                {" "}
                <ForeignText value={subject} mono />
              </>
            ) : null}
          </h2>
          <p className="small dim">
            <Tag tone={outcome.tone}>{outcome.words}</Tag>{" "}
            {lasted !== null ? `${say("servers-protocol-after", { time: duration(lasted) })} · ` : null}
            <When at={head.at} style="both" /> · {say("servers-protocol-messages", { all: frames.length })} ·{" "}
            {agreed(revision)}
          </p>
        </div>
        {call !== null ? <SendAgain server={server} call={call} /> : null}
        <CloseButton name={say("servers-protocol-operation-close")} onClick={onClose} />
      </div>
      <div className={css.parts}>
        {frames.length > 1 ? (
          <VirtualList
            className={css.steps}
            label={say("servers-protocol-operation-list")}
            items={frames}
            keyOf={seqOf}
            estimate={LINE}
            chosen={frames.indexOf(frame)}
            choose={(it) => onChoose(it.seq)}
            row={(it) => <Step frame={it} head={head} chosen={it === frame} />}
          />
        ) : null}
        <Whole key={frame.seq} server={server} frame={frame} />
      </div>
    </section>
  );
}

function Step({ frame, head, chosen }: { frame: Frame; head: Frame; chosen: boolean }) {
  // The heading says the method of the operation, and the name of a notification what it is.
  const method = frame.method === head.method ? null : frame.method;
  const alone = !isBad(frame) && method?.startsWith("notifications/") === true;
  const since = frame.at - head.at;
  return (
    <div className={css.step} data-chosen={chosen}>
      <Arrow frame={frame} />
      {alone ? null : <Kind frame={frame} />}
      <span className={`cut faint ${css.stepMethod}`} data-alone={alone}>
        {method === null ? null : <RawText text={method} mono />}
      </span>
      <span className={css.since}>{since <= 0 ? duration(0) : `+${duration(since)}`}</span>
    </div>
  );
}

function Whole({ server, frame }: { server: ServerSummary; frame: Frame }) {
  const text = useHostQuery("frame_text", { server: server.id, seq: frame.seq });
  return (
    <div className={css.whole}>
      <p className={css.links}>
        <span className="dim">
          <Say
            id={`servers-protocol-at-${frame.direction}`}
            args={{ kind: kindOf(frame), time: <When at={frame.at} /> }}
          />{" "}
          · <span>{bytes(frame.bytes)}</span>
          {frame.elapsed !== null
            ? ` · ${say("servers-protocol-after", { time: duration(frame.elapsed) })}`
            : null}
        </span>
        {text.data !== undefined ? <Copy text={text.data.text} label={say("words-copy-message")} /> : null}
      </p>
      {text.error !== null ? <ProblemNote problem={text.error} server={server.label} /> : null}
      {text.data !== undefined ? (
        <UntrustedBlock from={say(`servers-protocol-from-${frame.direction}`)}>
          <div className={css.text}>
            <ForeignText value={text.data} mono />
          </div>
        </UntrustedBlock>
      ) : null}
    </div>
  );
}

/** Opens the tool with the same arguments. Nothing is sent by it. */
function SendAgain({ server, call }: { server: ServerSummary; call: Frame }) {
  const read = useHostCommand("frame_call");
  return (
    <div className={css.again}>
      <Button
        size="xs"
        loading={read.isPending}
        onClick={() =>
          read.mutate(
            { server: server.id, seq: call.seq },
            { onSuccess: (sent) => fillAgain(server.id, sent, call.at) },
          )
        }
      >
        {say("servers-protocol-again")}
      </Button>
      {read.error !== null ? <ProblemNote problem={read.error} server={server.label} live /> : null}
    </div>
  );
}
