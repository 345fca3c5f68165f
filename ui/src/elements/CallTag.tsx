import type { CallView } from "../bindings/host";
import { callTone, callWord, duration } from "../words";
import { Tag } from "./Tag";

/** The state of a call in words; with `took`, and how long it took in milliseconds. */
export function CallTag(props: { call: Pick<CallView, "state" | "task">; took?: number | null }) {
  const { call, took = null } = props;
  return (
    <Tag tone={callTone[call.state]}>
      {call.state === "running" && call.task !== null ? "running as a task" : callWord[call.state]}
      {took === null ? null : ` · ${duration(took)}`}
    </Tag>
  );
}

/** How long a call took from when it was sent, where it came to an end. */
export function tookOf(call: CallView): number | null {
  return call.sent_at !== null && call.ended_at !== null ? call.ended_at - call.sent_at : null;
}
