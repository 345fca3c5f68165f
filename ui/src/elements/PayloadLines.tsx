/** Content that stays in the host: read in pieces into a list of lines. */
import type { ComponentType, ReactNode } from "react";
import type { Payload } from "../bindings/host";
import { say } from "../l10n";
import { bytes } from "../words";
import { Escaped } from "./ForeignText";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { usePayload } from "./ResultViewLines";
import { Save } from "./ResultViewSave";

/** Height of a line in pixels, unless it wraps. */
export const LINE = 19;
const TALLEST = 420;

export interface PayloadProps {
  payload: Payload;
  name: string;
  label: string;
  bare?: boolean;
}

/** A list that shows what is in view of any number of lines. */
export type LineList = ComponentType<{
  label: string;
  items: readonly string[];
  row: (line: string) => ReactNode;
  /** Says that the end is near: there is more. */
  onEnd: (() => void) | undefined;
  /** No line will be added. */
  done: boolean;
}>;

/** The whole content as lines, growing while it is read. */
export function PayloadLines(props: PayloadProps & { list: LineList }) {
  const { payload, name, label, bare = false, list: List } = props;
  const { lines, read, done, waits, more, problem } = usePayload(payload);
  return (
    <div className={css.payload}>
      <div className={css.facts}>
        <span className="small dim" role="status">
          {done
            ? say("elements-payload-done", { size: bytes(payload.bytes), count: lines.length })
            : waits
              ? say("elements-payload-first", { read: bytes(read), size: bytes(payload.bytes) })
              : say("elements-payload-loading", { read: bytes(read), size: bytes(payload.bytes) })}
        </span>
        {!bare ? <Save payload={payload} name={name} /> : null}
      </div>
      {problem !== null ? <ProblemNote problem={problem} /> : null}
      <div className={css.lines} style={{ height: Math.min(TALLEST, Math.max(1, lines.length) * LINE + 4) }}>
        <List
          label={label}
          items={lines}
          done={done}
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
