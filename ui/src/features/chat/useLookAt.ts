import { type RefObject, useEffect } from "react";
import { useRoute } from "../../route";
import { useStore } from "../../store";

/** The person looks at this conversation while `box` can be seen: not behind the list of a narrow window, nor in a hidden one. */
export function useLookAt(conversation: string, box: RefObject<HTMLElement | null>): void {
  const { lookAt } = useStore();
  const route = useRoute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says whether the list or the conversation is shown
  useEffect(() => {
    const look = () => {
      const shown = document.visibilityState !== "hidden" && box.current?.checkVisibility?.() !== false;
      lookAt(shown ? conversation : null);
    };
    look();
    window.addEventListener("resize", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("resize", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [lookAt, conversation, box, route]);
  useEffect(() => () => lookAt(null), [lookAt]);
}
