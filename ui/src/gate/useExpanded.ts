import { useState } from "react";

/** Which shortened values of a request were opened. `all` when nothing is left to open (S-10). */
export interface Expanded {
  all: boolean;
  has: (key: string) => boolean;
  open: (key: string) => void;
  /** How many are still shortened. */
  left: number;
  openAll: () => void;
}

/**
 * `keys`: every value that is shown shortened. Opening is forgotten when the request changes, by the caller's
 * key; it moves what is on the sheet, so `onOpen` starts the guard again (S-33).
 */
export function useExpanded(keys: string[], onOpen: () => void): Expanded {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    all: keys.every((key) => opened.has(key)),
    has: (key) => opened.has(key),
    open: (key) => {
      setOpened((before) => new Set(before).add(key));
      onOpen();
    },
    left: keys.filter((key) => !opened.has(key)).length,
    openAll: () => {
      setOpened(new Set(keys));
      onOpen();
    },
  };
}
