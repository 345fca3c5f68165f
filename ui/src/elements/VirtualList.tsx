/**
 * A list of any length of which only what is in view exists. Rows may have any height. Used wherever a server decides
 * how long a list is: tools, logs, frames, lines of a result.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId } from "react";
import { useVirtualRows } from "./useVirtualRows";
import styles from "./VirtualList.module.css";

interface Props<Item> {
  /** Accessible name. */
  label: string;
  items: readonly Item[];
  /** The same function each time, as in `useVirtualRows`. */
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
  const id = useId();
  const { box, height, rows, scrollTo } = useVirtualRows({ items, keyOf, estimate, beyond });

  useEffect(() => {
    const element = box.current;
    if (!follow || items.length === 0 || element === null) return;
    const toEnd = () => scrollTo(items.length - 1, "end");
    toEnd();
    // A box that gets smaller, as above a notice, would cut off the newest row.
    const sizes = new ResizeObserver(toEnd);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [follow, items.length, scrollTo, box]);

  const end = (rows.at(-1)?.index ?? 0) >= items.length - NEAR;
  useEffect(() => {
    if (end) onEnd?.();
  }, [end, onEnd]);

  useEffect(() => {
    if (chosen >= 0) scrollTo(chosen, "auto");
  }, [chosen, scrollTo]);

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

  const active = chosen >= 0 && rows.some((it) => it.index === chosen) ? `${id}-${chosen}` : undefined;
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
      <div className={styles.all} role={choose === undefined ? "list" : "presentation"} style={{ height }}>
        {rows.map(({ item, index, key, place }) => {
          const common = {
            ...place,
            "aria-setsize": items.length,
            "aria-posinset": index + 1,
            className: styles.row,
          };
          if (choose === undefined) {
            return (
              <div key={key} role="listitem" {...common}>
                {row(item, index)}
              </div>
            );
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays on the listbox (aria-activedescendant)
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              {...common}
              onClick={() => choose(item, index)}
            >
              {row(item, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
