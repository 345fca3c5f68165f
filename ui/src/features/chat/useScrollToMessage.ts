import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Problem } from "../../bindings/host";
import { asProblem } from "../../platform";
import { seqIndex } from "../../store";
import type { useConversation } from "./useConversation";
import type { useMessageWindow } from "./useMessageWindow";

/**
 * Goes to a message that was searched for, wherever it is: its branch is shown, what was said back to it is asked for,
 * and it comes into view with the focus on it. Says why where it does not.
 */
export function useScrollToMessage(
  seq: number | null,
  talk: ReturnType<typeof useConversation>,
  part: ReturnType<typeof useMessageWindow>,
  box: RefObject<HTMLElement | null>,
): Problem | null {
  const [problem, setProblem] = useState<Problem | null>(null);
  // A new object each time, so that the same message is gone to again when it is asked for again.
  const [reached, setReached] = useState<{ seq: number } | null>(null);
  const shown = useRef<{ seq: number } | null>(null);
  const { reach, conversation } = talk;
  const here = conversation !== undefined;

  useEffect(() => {
    if (seq === null || !here) return;
    let gone = false;
    setProblem(null);
    setReached(null);
    reach(seq).then(
      () => !gone && setReached({ seq }),
      (thrown) => !gone && setProblem(asProblem(thrown)),
    );
    return () => {
      gone = true;
    };
  }, [seq, here, reach]);

  const known = seq !== null && reached?.seq === seq && seqIndex(conversation?.messages ?? [], seq) >= 0;
  const drawn = known && part.drawn.some((it) => it.seq === seq);
  const { around } = part;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is known, and once it is drawn
  useLayoutEffect(() => {
    if (!known || shown.current === reached) return;
    if (!drawn) {
      around(seq);
      return;
    }
    shown.current = reached;
    const it = box.current?.querySelector<HTMLElement>(`[data-seq="${seq}"]`);
    it?.scrollIntoView?.({ block: "center" });
    it?.focus({ preventScroll: true });
  }, [known, drawn, reached]);

  return problem;
}
