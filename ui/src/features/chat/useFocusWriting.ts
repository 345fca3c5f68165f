import { type RefObject, useEffect, useRef } from "react";
import { messageField, useLostFocus } from "../../elements";
import { useStore } from "../../store";
import { takeOpenToWrite } from "../../writing";

/**
 * An empty conversation is opened to write in: its field takes the focus, once, if the user does not write elsewhere; and so
 * does that of one that was pointed at. Where what had the focus among the messages is gone, such as a suggestion that was
 * sent, the field takes it as well.
 */
export function useFocusWriting(
  conversation: string,
  empty: boolean,
  inside: RefObject<HTMLElement | null>,
): void {
  const store = useStore();
  const done = useRef(false);
  useEffect(() => {
    const wanted = takeOpenToWrite(store, conversation) || empty;
    if (!wanted || done.current) return;
    done.current = true;
    const at = document.activeElement;
    const writes = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
    if (writes || at?.closest("[role=dialog]")) return;
    messageField()?.focus();
  }, [store, conversation, empty]);
  useLostFocus(inside, () => null, messageField);
}
