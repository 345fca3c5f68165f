import { useCallback, useState } from "react";
import type { Message } from "../../bindings/host";

interface Pair {
  /** The version in the place of the message. */
  shown: number;
  /** The one beside it; `null` while it waits for the version that takes the place of `shown`, which is then beside it. */
  other: number | null;
}

/** Which other version of a message stands beside it, by its number. */
export function useComparison(message: Message): {
  other: number | null;
  toggle: () => void;
  /** Compares with another version. */
  choose: (seq: number) => void;
  /** Compares with this version as soon as another has taken its place. */
  keep: () => void;
  close: () => void;
} {
  const { seq, branch } = message;
  const [pair, setPair] = useState<Pair | null>(null);
  if (pair !== null && pair.shown !== seq) {
    // A step to the version beside it swaps the two.
    const stays = pair.other === null || pair.other === seq ? pair.shown : pair.other;
    setPair({ shown: seq, other: stays });
  }
  const other = pair?.other ?? null;
  const beside = branch?.before ?? branch?.after ?? null;
  return {
    other,
    toggle: () => setPair(other === null && beside !== null ? { shown: seq, other: beside } : null),
    choose: useCallback((to: number) => setPair((now) => (now === null ? null : { ...now, other: to })), []),
    keep: () => setPair({ shown: seq, other: null }),
    close: () => setPair(null),
  };
}
