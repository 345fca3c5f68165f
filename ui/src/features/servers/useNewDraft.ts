import { useEffect, useMemo, useRef, useState } from "react";
import { useDrafts } from "../../drafts";

export interface NewDraft<T> {
  /** What was typed the time before. */
  before: T | undefined;
  /** It was changed. */
  keep: (typed: T) => void;
  /** It was proposed or cancelled. */
  done: () => void;
}

/**
 * What is typed for a server that is to be added: it outlives the page, unless that is left after it was proposed or cancelled.
 * Until then it stays: the review may end with a no. Without a key nothing is kept.
 */
export function useNewDraft<T>(key: string | undefined): NewDraft<T> {
  const drafts = useDrafts();
  const [before] = useState(() => (key === undefined ? undefined : drafts.read<T>(key)));
  const isDone = useRef(false);
  useEffect(
    () => () => {
      if (isDone.current && key !== undefined) drafts.drop(key);
    },
    [drafts, key],
  );
  return useMemo(
    () => ({
      before,
      keep: (typed) => {
        isDone.current = false;
        if (key !== undefined) drafts.write(key, typed);
      },
      done: () => {
        isDone.current = true;
      },
    }),
    [drafts, key, before],
  );
}

/** Keeps what is typed from its first change on, or at once. `typed` is another object where something in it is. */
export function useKeepNew<T extends object>({ keep }: NewDraft<T>, typed: T, atOnce = false): void {
  const [began] = useState(atOnce ? null : typed);
  useEffect(() => {
    if (typed !== began) keep(typed);
  }, [keep, typed, began]);
}
