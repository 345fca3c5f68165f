/** Structured content that stays in the host. */
import { useMemo } from "react";
import type { Payload } from "../bindings/host";
import { type Json, parseJson } from "../json";
import { say } from "../l10n";
import { bytes } from "../words";
import { JsonTree } from "./JsonTree";
import { ProblemNote } from "./ProblemNote";
import { usePayload } from "./ResultViewLines";
import { PayloadText } from "./ResultViewPayload";

/** Structured content too large to be handed over at once: a tree up to 4 MiB, lines beyond. */
export function PayloadJson(props: { payload: Payload; label: string }) {
  if (props.payload.bytes > 4 * 1024 * 1024)
    return <PayloadText payload={props.payload} name="structured.json" label={props.label} />;
  return <ReadJson {...props} />;
}

function ReadJson({ payload, label }: { payload: Payload; label: string }) {
  const { text, read, done, problem } = usePayload(payload);
  const value = useMemo((): Json | undefined => {
    if (!done || problem !== null) return undefined;
    try {
      return parseJson(text());
    } catch {
      return undefined;
    }
  }, [done, problem, text]);
  if (problem !== null) return <ProblemNote problem={problem} />;
  if (!done) {
    return (
      <p className="small dim" role="status">
        {say("elements-payload-loading", { read: bytes(read), size: bytes(payload.bytes) })}
      </p>
    );
  }
  if (value === undefined) return <PayloadText payload={payload} name="structured.json" label={label} />;
  return <JsonTree value={value} label={label} />;
}
