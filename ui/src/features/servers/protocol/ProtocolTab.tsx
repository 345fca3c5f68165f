/** Every message on the wire, each request with its reply. */
import { TextInput } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { Frame, FrameDirection, FrameKind, ServerSummary } from "../../../bindings/host";
import { EmptyRoom, ForeignText, ProblemNote, Tag, When } from "../../../elements";
import { VirtualList } from "../../../elements/VirtualList";
import { bytes, count, duration, shownText } from "../../../words";
import { Choice } from "../Choice";
import { Follow, shownOf } from "../Follow";
import { useFrames } from "../tail";
import { FrameDetail } from "./FrameDetail";
import {
  directionWord,
  EVERYTHING,
  type FrameFilter,
  filterFrames,
  kindWord,
  methodsOf,
  pairOf,
} from "./filter";
import { isProbe, shortId } from "./probe";
import css from "./protocol.module.css";

const ROW = 28;
const directions = Object.entries(directionWord).map(([value, label]) => ({
  value: value as FrameDirection,
  label,
}));
const kinds = Object.entries(kindWord).map(([value, label]) => ({ value: value as FrameKind, label }));

export function ProtocolTab({ server }: { server: ServerSummary }) {
  const frames = useFrames(server.id);
  const [filter, setFilter] = useState<FrameFilter>(EVERYTHING);
  const [chosen, setChosen] = useState<number | null>(null);
  const [follow, setFollow] = useState(true);
  const all = frames.data?.items;
  const wanted = useDeferredValue(filter);
  const shown = useMemo(() => filterFrames(all ?? [], wanted), [all, wanted]);
  const methods = useMemo(() => methodsOf(all ?? []), [all]);
  const open = chosen === null ? undefined : all?.find((frame) => frame.seq === chosen);
  const pair = useMemo(() => (open === undefined ? null : pairOf(open, all ?? [])), [open, all]);
  const set = (part: Partial<FrameFilter>) => setFilter({ ...filter, ...part });
  return (
    <div className={css.tab} data-open={open !== undefined}>
      <div className={css.tools}>
        <TextInput
          type="search"
          className={css.search}
          aria-label="Find in frames"
          placeholder="Find in frames"
          value={filter.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <Choice
          label="Method"
          all="All methods"
          data={methods.map((value) => ({ value, label: shownText(value) }))}
          value={filter.method}
          onChange={(method) => set({ method })}
          className={css.choice}
        />
        <Choice
          label="Direction"
          all="Both ways"
          data={directions}
          value={filter.direction}
          onChange={(direction) => set({ direction })}
          className={css.choice}
        />
        <Choice
          label="Kind"
          all="All kinds"
          data={kinds}
          value={filter.kind}
          onChange={(kind) => set({ kind })}
          className={css.choice}
        />
        <Follow on={follow} onChange={setFollow} />
      </div>
      {frames.error !== null && <ProblemNote problem={frames.error} server={server.label} />}
      {all !== undefined && all.length === 0 && (
        <EmptyRoom title="Nothing yet">Every message to and from “{server.label}” stands here.</EmptyRoom>
      )}
      {all !== undefined && all.length > 0 && (
        <>
          <p className={css.note} role="status">
            {shownOf(shown.length, all.length, "frame")}
            {frames.data !== undefined &&
              frames.data.dropped > 0 &&
              `, ${count(frames.data.dropped)} older no longer kept`}
          </p>
          <VirtualList
            className={css.frames}
            label={`Frames of ${server.label}`}
            items={shown}
            keyOf={(frame) => frame.seq}
            estimate={ROW}
            follow={follow && chosen === null}
            onFollow={setFollow}
            chosen={shown.findIndex((frame) => frame.seq === chosen)}
            choose={(frame) => setChosen(frame.seq)}
            row={(frame) => (
              <Row
                frame={frame}
                state={frame.seq === chosen ? "chosen" : frame.seq === pair ? "pair" : "plain"}
              />
            )}
          />
        </>
      )}
      {open !== undefined && (
        <FrameDetail
          key={open.seq}
          server={server.id}
          frame={open}
          pair={pair}
          onGo={setChosen}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

function Row({ frame, state }: { frame: Frame; state: "chosen" | "pair" | "plain" }) {
  const probe = isProbe(frame);
  const bad = frame.kind === "error" || frame.kind === "unreadable";
  return (
    <div className={css.frame} data-state={state}>
      <span className={css.time}>
        <When at={frame.at} />
      </span>
      <span className={css.arrow}>
        <span aria-hidden>{frame.direction === "sent" ? "→" : "←"}</span>
        <span className="heard">{directionWord[frame.direction]}</span>
      </span>
      <span className={css.method}>{frame.method === null ? "" : shownText(frame.method)}</span>
      <span className={css.kind}>
        {probe ? (
          <span className="dim">{probeWord(frame)}</span>
        ) : (
          <>
            {bad ? <Tag tone="bad">{kindWord[frame.kind]}</Tag> : kindWord[frame.kind]}
            {frame.rpc_id !== null && <span className="faint"> {shownText(shortId(frame.rpc_id))}</span>}
          </>
        )}
      </span>
      <span className={css.head}>
        <ForeignText value={frame.head} mono badge={false} />
      </span>
      <span className={css.size}>
        {frame.elapsed !== null && `${duration(frame.elapsed)} · `}
        {bytes(frame.bytes)}
      </span>
    </div>
  );
}

/** That a server does not know the question is an answer too, not a fault. */
function probeWord(frame: Frame): string {
  if (frame.direction === "sent") return "probe";
  return frame.kind === "error" ? "probe, not known" : "probe, answered";
}
