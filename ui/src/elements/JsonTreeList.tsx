/** The virtual rows of a tree with the keys a tree has: up and down move, right opens, left closes or goes to the parent. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import css from "./JsonTree.module.css";
import type { JsonRow } from "./JsonTreeRows";

const ROW = 22;
/** Up to this height the tree stands whole, without a scroll bar of its own. */
const TALLEST = 420;

interface Props {
  label: string;
  rows: JsonRow[];
  turn: (path: string) => void;
  row: (row: JsonRow) => ReactNode;
}

export function JsonTreeList({ label, rows, turn, row }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [path, setPath] = useState("");
  const here = Math.max(
    0,
    rows.findIndex((it) => it.path === path),
  );
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (index) => rows[index]?.path ?? index,
  });

  function go(index: number) {
    const to = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (to === undefined) return;
    setPath(to.path);
    list.scrollToIndex(rows.indexOf(to), { align: "auto" });
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = rows[here];
    if (at === undefined || event.target !== box.current) return;
    const canOpen = (at.children ?? 0) > 0;
    switch (event.key) {
      case "ArrowDown":
        go(here + 1);
        break;
      case "ArrowUp":
        go(here - 1);
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(rows.length - 1);
        break;
      case "ArrowRight":
        if (canOpen && !at.open) turn(at.path);
        else if (at.open) go(here + 1);
        break;
      case "ArrowLeft":
        if (at.open) turn(at.path);
        else go(rows.findIndex((it) => it.path === at.path.slice(0, at.path.lastIndexOf("/"))));
        break;
      case "Enter":
      case " ":
        if (canOpen) turn(at.path);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  const shown = list.getVirtualItems();
  const seen = shown.some((part) => part.index === here);
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={seen ? `${id}-${here}` : undefined}
      className={css.box}
      style={{ height: Math.min(TALLEST, list.getTotalSize() + 4) }}
      onKeyDown={onKeyDown}
    >
      <div className={css.all} role="presentation" style={{ height: list.getTotalSize() }}>
        {shown.map((part) => {
          const it = rows[part.index];
          if (it === undefined) return null;
          return (
            <div
              key={part.key}
              id={`${id}-${part.index}`}
              ref={list.measureElement}
              data-index={part.index}
              data-here={part.index === here}
              role="treeitem"
              // Focus stays on the tree (aria-activedescendant).
              tabIndex={-1}
              aria-level={it.level}
              aria-posinset={it.place}
              aria-setsize={it.siblings}
              aria-selected={part.index === here}
              {...((it.children ?? 0) > 0 ? { "aria-expanded": it.open } : {})}
              className={css.item}
              style={{ transform: `translateY(${part.start}px)` }}
            >
              {row(it)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
