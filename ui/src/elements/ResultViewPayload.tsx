/** Content that stays in the host: read in pieces into a virtual list of lines, or saved to a file. */
import type { Payload } from "../bindings/host";
import { bytes, count } from "../words";
import { Escaped } from "./ForeignText";
import { ProblemNote } from "./ProblemNote";
import { useSavePayload } from "./payloads";
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
        {!bare ? <Save payload={payload} name={name} /> : null}
      </div>
      {problem !== null ? <ProblemNote problem={problem} /> : null}
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

export function Save({ payload, name }: { payload: Payload; name: string }) {
  const { save, saving, path, problem } = useSavePayload();
  return <SavedTo saving={saving} path={path} problem={problem} onSave={() => save(payload.handle, name)} />;
}
