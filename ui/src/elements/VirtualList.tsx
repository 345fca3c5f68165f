/**
 * A list of any length of which only what is in view exists. Rows may have any height. Used wherever a server decides
 * how long a list is: tools, logs, frames, lines of a result.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useRef } from "react";
import styles from "./VirtualList.module.css";

interface Props<Item> {
  /** Accessible name. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item, index: number) => string | number;
  /** Height of a typical row in pixels. */
  estimate: number;
  /** Rows drawn beyond either edge, for who scrolls on: few of them where each is tall. */
  beyond?: number;
  row: (item: Item, index: number) => ReactNode;
  /** With it the list is a listbox: arrows move, the chosen row is announced. */
  choose?: ((item: Item, index: number) => void) | undefined;
  /** Index of the chosen row; -1 for none. */
  chosen?: number;
  /** Keeps the newest row in view. */
  follow?: boolean;
  /** Says that the person scrolled away from, or back to, the newest row. */
  onFollow?: (following: boolean) => void;
  /** Says that the end is near: there may be more. */
  onEnd?: (() => void) | undefined;
  className?: string | undefined;
}

/** Rows before the last at which the end is near. */
const NEAR = 200;

export function VirtualList<Item>({
  label,
  items,
  keyOf,
  estimate,
  beyond = 8,
  row,
  choose,
  chosen = -1,
  follow = false,
  onFollow,
  onEnd,
  className,
}: Props<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  // The same function as long as the rows are the same: with another one, the places of all rows are counted anew, at
  // every step of scrolling.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
    [items, keyOf],
  );
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan: beyond,
    getItemKey,
  });
  const shown = rows.getVirtualItems();

  useEffect(() => {
    if (follow && items.length > 0) rows.scrollToIndex(items.length - 1, { align: "end" });
  }, [follow, items.length, rows]);

  const end = (shown.at(-1)?.index ?? 0) >= items.length - NEAR;
  useEffect(() => {
    if (end) onEnd?.();
  }, [end, onEnd]);

  useEffect(() => {
    if (chosen >= 0) rows.scrollToIndex(chosen, { align: "auto" });
  }, [chosen, rows]);

  function onScroll() {
    const element = box.current;
    if (element === null || onFollow === undefined) return;
    const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
    if (atEnd !== follow) onFollow(atEnd);
  }

  function move(to: number) {
    const index = Math.min(Math.max(to, 0), items.length - 1);
    const item = items[index];
    if (item !== undefined) choose?.(item, index);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (choose === undefined || event.target !== box.current) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? estimate) / estimate) - 1);
    const steps: Record<string, number> = {
      ArrowDown: chosen + 1,
      ArrowUp: chosen < 0 ? items.length - 1 : chosen - 1,
      Home: 0,
      End: items.length - 1,
      PageDown: chosen + page,
      PageUp: chosen - page,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  }

  const active = chosen >= 0 && shown.some((part) => part.index === chosen) ? `${id}-${chosen}` : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the role is one of two, both take the keys
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a name
    <div
      ref={box}
      className={className === undefined ? styles.box : `${styles.box} ${className}`}
      // A scrolling region is reached by the keyboard, with or without a choice in it.
      tabIndex={0}
      role={choose === undefined ? "group" : "listbox"}
      aria-label={label}
      aria-activedescendant={active}
      onKeyDown={onKeyDown}
      onScroll={onScroll}
    >
      <div
        className={styles.all}
        role={choose === undefined ? "list" : "presentation"}
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map((part) => {
          const item = items[part.index];
          if (item === undefined) return null;
          const common = {
            ref: rows.measureElement,
            "data-index": part.index,
            "aria-setsize": items.length,
            "aria-posinset": part.index + 1,
            className: styles.row,
            style: { transform: `translateY(${part.start}px)` },
          };
          if (choose === undefined) {
            return (
              <div key={part.key} role="listitem" {...common}>
                {row(item, part.index)}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox (aria-activedescendant)
            <div
              key={part.key}
              id={`${id}-${part.index}`}
              role="option"
              aria-selected={part.index === chosen}
              {...common}
              onClick={() => choose(item, part.index)}
            >
              {row(item, part.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
