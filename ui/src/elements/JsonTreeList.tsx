/** The virtual rows of a tree with the keys a tree has: up and down move, right opens, left closes or goes to the parent. */
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import css from "./JsonTree.module.css";
import type { JsonRow } from "./JsonTreeRows";
import { useVirtualRows } from "./useVirtualRows";

const ROW = 22;
/** Up to this height the tree stands whole, without a scroll bar of its own. */
const TALLEST = 420;

const pathOf = (row: JsonRow) => row.path;

interface Props {
  label: string;
  rows: JsonRow[];
  turn: (path: string) => void;
  row: (row: JsonRow) => ReactNode;
}

export function JsonTreeList({ label, rows, turn, row }: Props) {
  const id = useId();
  const [path, setPath] = useState("");
  const here = Math.max(
    0,
    rows.findIndex((it) => it.path === path),
  );
  const {
    box,
    height,
    rows: shown,
    scrollTo,
  } = useVirtualRows({ items: rows, keyOf: pathOf, estimate: ROW, beyond: 12 });

  function go(index: number) {
    const to = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (to === undefined) return;
    setPath(to.path);
    scrollTo(rows.indexOf(to), "auto");
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

  const seen = shown.some((it) => it.index === here);
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={seen ? `${id}-${here}` : undefined}
      className={css.box}
      style={{ height: Math.min(TALLEST, height + 4) }}
      onKeyDown={onKeyDown}
      // The button in a row that was pressed has the focus, or is gone with it.
      onClick={() => box.current?.focus({ preventScroll: true })}
    >
      <div className={css.all} role="presentation" style={{ height }}>
        {shown.map(({ item: it, index, key, place }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the tree (aria-activedescendant)
          <div
            key={key}
            id={`${id}-${index}`}
            {...place}
            data-here={index === here}
            role="treeitem"
            // The tree itself takes the focus: where a row moved it on, no text could be selected.
            onMouseDown={() => setPath(it.path)}
            aria-level={it.level}
            aria-posinset={it.place}
            aria-setsize={it.siblings}
            aria-selected={index === here}
            {...((it.children ?? 0) > 0 ? { "aria-expanded": it.open } : {})}
            className={css.item}
          >
            {row(it)}
          </div>
        ))}
      </div>
    </div>
  );
}
