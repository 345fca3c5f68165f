/** Content that stays in the host: read in pieces into a virtual list of lines, or saved to a file. */
import { useMemo } from "react";
import type { Payload } from "../bindings/host";
import { type Json, parseJson } from "../json";
import { useAct } from "../store";
import { bytes, count } from "../words";
import { Escaped } from "./ForeignText";
import { JsonTree } from "./JsonTree";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { usePayload } from "./ResultViewLines";
import { SavedTo } from "./SavedTo";
import { VirtualList } from "./VirtualList";

const LINE = 19;
const TALLEST = 420;

/** The whole content as lines, growing while it is read. */
export function PayloadText(props: { payload: Payload; name: string; label: string; bare?: boolean }) {
  const { payload, name, label, bare = false } = props;
  const { lines, read, done, waits, more, problem } = usePayload(payload);
  return (
    <div className={css.payload}>
      <div className={css.facts}>
        <span className="small dim" role="status">
          {done
            ? `${bytes(payload.bytes)}, ${count(lines.length)} lines`
            : waits
              ? `The first ${bytes(read)} of ${bytes(payload.bytes)}; more is read as you scroll on.`
              : `Reading ${bytes(read)} of ${bytes(payload.bytes)} …`}
        </span>
        {!bare && <Save payload={payload} name={name} />}
      </div>
      {problem !== null && <ProblemNote problem={problem} />}
      <div className={css.lines} style={{ height: Math.min(TALLEST, Math.max(1, lines.length) * LINE + 4) }}>
        <VirtualList
          label={label}
          items={lines}
          keyOf={(_, index) => index}
          estimate={LINE}
          beyond={2}
          onEnd={waits ? more : undefined}
          row={(line) => (
            <bdi className={css.line}>
              <Escaped text={line} />
            </bdi>
          )}
        />
      </div>
    </div>
  );
}

/** Structured content too large to be handed over at once: a tree up to 4 MB, lines beyond. */
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
        Reading {bytes(read)} of {bytes(payload.bytes)} …
      </p>
    );
  }
  if (value === undefined) return <PayloadText payload={payload} name="structured.json" label={label} />;
  return <JsonTree value={value} label={label} />;
}

export function Save({ payload, name }: { payload: Payload; name: string }) {
  const save = useAct("save_payload");
  return (
    <SavedTo
      saving={save.isPending}
      path={save.data ?? null}
      problem={save.error}
      onSave={() => save.mutate({ handle: payload.handle, name })}
    />
  );
}
