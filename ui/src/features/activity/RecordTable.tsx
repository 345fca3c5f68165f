/** The rows in view, as a table. The record may have a million of them; what is not in view does not exist. */
import { type KeyboardEvent, memo, useEffect } from "react";
import type { RecordRow } from "../../bindings/host";
import { MarkOf } from "../../calls/MarkOf";
import { RawText, Tag, When } from "../../elements";
import { useVirtualRows } from "../../elements/useVirtualRows";
import { say } from "../../l10n";
import { go, to } from "../../route";
import { outcomeTone } from "../../words";
import { About } from "./About";
import css from "./activity.module.css";

const ROW = 38;

const seqOf = (row: RecordRow) => row.seq;

interface Props {
  rows: RecordRow[];
  chosen: number | null;
  more: boolean;
  reading: boolean;
  onMore: () => void;
}

export const RecordTable = memo(function RecordTable({ rows, chosen, more, reading, onMore }: Props) {
  const {
    box,
    height,
    rows: shown,
    scrollTo,
  } = useVirtualRows({ items: rows, keyOf: seqOf, estimate: ROW, beyond: 10 });
  const last = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (more && !reading && rows.length > 0 && last >= rows.length - 10) onMore();
  }, [last, rows.length, more, reading, onMore]);

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    const at = rows.findIndex((row) => row.seq === chosen);
    const next = at < 0 ? rows[0] : rows[at + step];
    if (next === undefined) return;
    event.preventDefault();
    go("activity", String(next.seq));
    scrollTo(rows.indexOf(next), "auto");
  }

  return (
    <div
      ref={box}
      className="scrolls"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      role="group"
      aria-label={say("activity-list")}
      onKeyDown={onKeyDown}
    >
      <div
        className={css.table}
        role="table"
        aria-label={say("app-room-activity")}
        aria-rowcount={more ? -1 : rows.length + 1}
      >
        <div role="rowgroup" className={css.headings}>
          {/* biome-ignore lint/a11y/useFocusableInteractive: the links in the rows take the focus */}
          <div role="row" className={css.cells}>
            {headings().map((name) => (
              // biome-ignore lint/a11y/useFocusableInteractive: a heading that does nothing
              <span key={name} role="columnheader">
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={css.all} style={{ height }}>
          {shown.map(({ item: row, index, key, place }) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the link in it takes the focus
            <div
              key={key}
              {...place}
              role="row"
              aria-rowindex={index + 2}
              className={`${css.cells} ${css.row}`}
              data-chosen={row.seq === chosen}
            >
              <Cells row={row} chosen={row.seq === chosen} />
            </div>
          ))}
        </div>
      </div>
      {reading ? (
        <p className={css.reading} role="status">
          {say("activity-older")}
        </p>
      ) : null}
    </div>
  );
});

const headings = () => [
  say("activity-time"),
  say("activity-event"),
  say("activity-server"),
  say("activity-requester"),
  say("activity-outcome"),
];

function Cells({ row, chosen }: { row: RecordRow; chosen: boolean }) {
  return (
    <>
      <span role="cell" className={css.time}>
        <When at={row.at} />
      </span>
      <span role="cell" className={css.what}>
        {/* The link covers its row. */}
        <a href={to("activity", String(row.seq))} aria-current={chosen ? "true" : undefined}>
          <About row={row} />
        </a>
      </span>
      <span role="cell" className={css.server}>
        {row.server_label === null ? (
          <span className="faint">–</span>
        ) : (
          <>
            <MarkOf server={row.server} />
            <span>
              <RawText text={row.server_label} />
            </span>
          </>
        )}
      </span>
      <span role="cell" className="dim">
        <RawText text={row.asked_by} />
      </span>
      <span role="cell">
        <Tag tone={outcomeTone[row.outcome]}>{row.outcome_words}</Tag>
      </span>
    </>
  );
}
