/** Every message on the wire: what belongs to one operation under one head, or one by one. */
import { useDebouncedValue } from "@mantine/hooks";
import { useDeferredValue, useMemo, useState } from "react";
import type { Frame, ServerSummary } from "../../../bindings/host";
import { EmptyRoom, ProblemNote } from "../../../elements";
import { VirtualList } from "../../../elements/VirtualList";
import { code, Say, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { useFrames } from "../tail";
import { EVERYTHING, type FrameFilter, filterFrames } from "./filter";
import { OperationDetail } from "./OperationDetail";
import { agreed, gatherer, keptOf, type Operation } from "./operations";
import css from "./protocol.module.css";
import { FrameRow, OperationRow } from "./rows";
import { Tools } from "./Tools";
import { useFound } from "./useFound";

const ROW = 28;
const NONE: readonly Frame[] = [];
/** After the last key, before the host searches all that is kept. */
const PAUSE = 200;

export function ProtocolTab({ server }: { server: ServerSummary }) {
  const frames = useFrames(server.id);
  const exported = useHostCommand("export_frames");
  const [filter, setFilter] = useState<FrameFilter>(EVERYTHING);
  const [grouped, setGrouped] = useState(true);
  const [chosen, setChosen] = useState<number | null>(null);
  const [follow, setFollow] = useState(true);
  const [words] = useDebouncedValue(filter.text.trim(), PAUSE);
  const found = useFound(server.id, words);

  // With a hundred thousand frames this takes longer than a key press should.
  const all = useDeferredValue(frames.data?.items);
  const wanted = useDeferredValue(filter);
  const hits = words === wanted.text.trim() ? found.data?.hits : undefined;
  const shown = useMemo(() => filterFrames(all ?? NONE, wanted, hits), [all, wanted, hits]);
  const [gather] = useState(gatherer);
  const { operations, methods, revisions } = useMemo(() => gather(all ?? NONE), [gather, all]);
  const kept = useMemo(() => keptOf(operations, shown, all?.length ?? 0), [operations, shown, all]);
  const open = useMemo(
    () =>
      chosen === null ? undefined : operations.find((it) => it.frames.some(({ seq }) => seq === chosen)),
    [operations, chosen],
  );

  const newest = all?.at(-1)?.connection ?? 0;
  const live = server.state.phase === "ready" || server.state.phase === "starting";
  const isLive = (connection: number) => live && connection === newest;
  const problem = frames.error ?? found.error ?? exported.error;
  const common = {
    className: css.frames,
    label: say("servers-protocol-list", { server: server.label }),
    estimate: ROW,
    follow: follow && chosen === null,
    onFollow: setFollow,
  };
  /** The words above the first of each connection. */
  const begins = (frame: Frame, before: Frame | undefined) =>
    before?.connection === frame.connection
      ? null
      : say("servers-protocol-connection", {
          number: frame.connection,
          version: agreed(revisions.get(frame.connection) ?? null),
        });
  return (
    <div className={`column ${css.tab}`} data-open={open !== undefined}>
      <Tools
        filter={filter}
        onFilter={setFilter}
        methods={methods}
        grouped={grouped}
        onGrouped={setGrouped}
        follow={follow}
        onFollow={setFollow}
        exporting={exported.isPending}
        onExport={all !== undefined && all.length > 0 ? () => exported.mutate({ server: server.id }) : null}
      />
      {problem !== null ? (
        <div className={css.problem}>
          <ProblemNote problem={problem} server={server.label} />
        </div>
      ) : null}
      {exported.data != null ? (
        <p className={`small dim ${css.note}`} role="status">
          <Say id="servers-protocol-exported" args={{ path: exported.data }} tags={{ code }} />
        </p>
      ) : null}
      {all !== undefined && all.length === 0 ? (
        <EmptyRoom title={say("servers-protocol-empty")}>
          {say("servers-protocol-empty-help", { server: server.label })}
        </EmptyRoom>
      ) : null}
      {all !== undefined && all.length > 0 ? (
        <>
          <p className={`small dim ${css.note}`} role="status">
            {[
              ...(grouped ? [shownOf("operations", kept.length, operations.length)] : []),
              shownOf("messages", shown.length, all.length),
              ...(frames.data !== undefined && frames.data.dropped > 0
                ? [say("servers-protocol-dropped", { count: frames.data.dropped })]
                : []),
            ].join(" · ")}
          </p>
          {grouped ? (
            <VirtualList
              {...common}
              items={kept}
              keyOf={keyOf}
              chosen={open === undefined ? -1 : kept.indexOf(open)}
              choose={(operation) => setChosen(operation.head.seq)}
              row={(operation, index) => (
                <OperationRow
                  operation={operation}
                  begins={begins(operation.head, kept[index - 1]?.head)}
                  live={isLive(operation.head.connection)}
                  chosen={operation === open}
                />
              )}
            />
          ) : (
            <VirtualList
              {...common}
              items={shown}
              keyOf={seqOf}
              chosen={shown.findIndex((frame) => frame.seq === chosen)}
              choose={(frame) => setChosen(frame.seq)}
              row={(frame, index) => (
                <FrameRow
                  frame={frame}
                  begins={begins(frame, shown[index - 1])}
                  state={
                    frame.seq === chosen
                      ? "chosen"
                      : open !== undefined &&
                          frame.operation !== null &&
                          frame.operation === open.head.operation
                        ? "along"
                        : "plain"
                  }
                />
              )}
            />
          )}
        </>
      ) : null}
      {open !== undefined && chosen !== null ? (
        <OperationDetail
          key={open.key}
          server={server}
          operation={open}
          revision={revisions.get(open.head.connection) ?? null}
          live={isLive(open.head.connection)}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </div>
  );
}

/** How many of them a filter leaves, or all where it leaves all. */
function shownOf(what: "operations" | "messages", shown: number, all: number): string {
  return shown === all
    ? say(`servers-protocol-${what}`, { all })
    : say(`servers-protocol-${what}-of`, { shown, all });
}

const keyOf = (operation: Operation) => operation.key;
const seqOf = (frame: Frame) => frame.seq;
