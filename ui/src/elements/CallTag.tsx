import type { CallView } from "../bindings/host";
import { callLook, duration, taskWord } from "../words";
import { Tag } from "./Tag";

/** The state of a call in words; with `took`, and how long it took in milliseconds. */
export function CallTag(props: {
  call: Pick<CallView, "state" | "task" | "denied" | "problem">;
  took?: number | null;
}) {
  const { call, took = null } = props;
  const { word, tone } = callLook(call);
  return (
    <Tag tone={tone}>
      {call.state === "running" && call.task !== null ? taskWord("working") : word}
      {took === null ? null : ` · ${duration(took)}`}
    </Tag>
  );
}

/** How long a call took from when it was sent, where it came to an end. */
export function tookOf(call: CallView): number | null {
  return call.sent_at !== null && call.ended_at !== null ? call.ended_at - call.sent_at : null;
}
