import { useState } from "react";
import type { Problem } from "../../bindings/host";
import { useHostQuery, useStore } from "../../store";

/** Which drop was dismissed, by window: it is not shown again in the conversation. */
const away = new WeakMap<object, string>();

/** Why files that were dropped on the message field of a conversation were not attached, until that is put away. */
export function useDropProblems(conversation: string): { problems: readonly Problem[]; dismiss: () => void } {
  const store = useStore();
  const [, setAway] = useState<string | null>(null);
  const last = useHostQuery("dropped", {}).data?.attached ?? null;
  const told = last !== null && last.conversation === conversation && away.get(store) !== last.id;
  return {
    problems: told ? last.problems : NONE,
    dismiss: () => {
      if (last !== null) {
        away.set(store, last.id);
        setAway(last.id);
      }
    },
  };
}

const NONE: readonly Problem[] = [];
