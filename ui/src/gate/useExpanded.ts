import { useState } from "react";
import { say } from "../l10n";

/** A value that is shown shortened: by its key and, for a person, by its name. */
export interface Shortened {
  key: string;
  name: string;
}

/** Which shortened values of a request were opened, and read to their end (S-10). */
export interface Expanded {
  /** Nothing is left to open or to scroll to. */
  all: boolean;
  has: (key: string) => boolean;
  open: (key: string) => void;
  /** The end of the whole value was in view. */
  ended: (key: string) => void;
  /** The one that was opened last, for the focus: the button that opened it is gone. */
  latest: string | null;
  /** How many are still shortened. */
  left: number;
  openAll: () => void;
  /** Why a yes waits for them, in words. */
  hold: () => string | null;
}

/** Characters of a name in a sentence of ours. */
const NAME = 40;

/**
 * `shortened`: every value that is shown shortened. Opening is forgotten when the request changes, by the caller's
 * key; it moves what is on the sheet, so `onOpen` starts the guard again (S-33).
 */
export function useExpanded(shortened: Shortened[], onOpen: () => void): Expanded {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [latest, setLatest] = useState<string | null>(null);
  const left = shortened.filter(({ key }) => !opened.has(key)).length;
  const unread = shortened.filter(({ key }) => !read.has(key));
  return {
    all: left === 0 && unread.length === 0,
    has: (key) => opened.has(key),
    open: (key) => {
      setOpened((before) => new Set(before).add(key));
      setLatest(key);
      onOpen();
    },
    ended: (key) => setRead((before) => (before.has(key) ? before : new Set(before).add(key))),
    latest,
    left,
    openAll: () => {
      setOpened(new Set(shortened.map(({ key }) => key)));
      setLatest(shortened[0]?.key ?? null);
      onOpen();
    },
    hold: () => {
      const [next, ...more] = unread;
      if (left > 0) return say("gate-hold-open");
      if (next === undefined) return null;
      const name = brief(next.name);
      return more.length === 0
        ? say("gate-hold-scroll", { name })
        : say("gate-hold-scroll-more", { name, more: more.length });
    },
  };
}

/** A name for a sentence of ours. */
export function brief(name: string): string {
  const characters = [...name];
  return characters.length > NAME ? `${characters.slice(0, NAME).join("")}…` : name;
}
