import { useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type CSSProperties, type RefObject, useCallback, useRef } from "react";

interface VirtualRow<Item> {
  item: Item;
  index: number;
  key: VirtualItem["key"];
  /** For the element of the row: it is measured, and moved to its place. */
  place: { ref: (row: HTMLElement | null) => void; "data-index": number; style: CSSProperties };
}

/** The rows of a list that are in view, and some beyond. Rows may have any height. */
export function useVirtualRows<Item>(options: {
  items: readonly Item[];
  /** The same function each time: with another one, the places of all rows are computed again. */
  keyOf: (item: Item, index: number) => string | number;
  /** Height of a typical row in pixels. */
  estimate: number;
  /** Rows drawn beyond either edge. */
  beyond: number;
}): {
  /** For the element that scrolls. */
  box: RefObject<HTMLDivElement | null>;
  /** Of all rows together, in pixels. */
  height: number;
  rows: VirtualRow<Item>[];
  scrollTo: (index: number, align: "auto" | "end") => void;
} {
  const { items, keyOf, estimate, beyond } = options;
  const box = useRef<HTMLDivElement>(null);
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item, index);
    },
    [items, keyOf],
  );
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => estimate,
    overscan: beyond,
    getItemKey,
  });
  const rows = list.getVirtualItems().flatMap(({ index, key, start }) => {
    const item = items[index];
    const place = {
      ref: list.measureElement,
      "data-index": index,
      style: { transform: `translateY(${start}px)` },
    };
    return item === undefined ? [] : [{ item, index, key, place }];
  });
  const scrollTo = useCallback(
    (index: number, align: "auto" | "end") => list.scrollToIndex(index, { align }),
    [list],
  );
  return { box, height: list.getTotalSize(), rows, scrollTo };
}
