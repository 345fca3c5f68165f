import { useCallback, useLayoutEffect, useRef } from "react";
import type { Message } from "../../bindings/host";

/**
 * Brings what the person sends into view when it is there, wherever they read before. What comes after is followed as ever.
 * Gives what has to be called when they send, and where it was not taken.
 */
export function useShowSent(messages: readonly Message[] | undefined, show: () => void) {
  // The newest message when they sent; `null` where nothing is on its way.
  const before = useRef<number | null>(null);
  const newest = useRef(0);
  newest.current = messages?.at(-1)?.seq ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new message that is shown, once
  useLayoutEffect(() => {
    const sent = before.current;
    // Files that are attached are messages of the person too, and wait above the field. Sent without words, they are there already,
    // and the reply comes.
    const shows = (it: Message) => it.speaker !== "person" || it.parts.some((part) => part.kind === "words");
    if (sent !== null && messages?.some((it) => it.seq > sent && shows(it))) {
      before.current = null;
      show();
    }
  }, [messages]);

  const onSend = useCallback(() => {
    before.current = newest.current;
  }, []);
  // What comes later, such as a reply that is regenerated, was not sent here.
  const onFail = useCallback(() => {
    before.current = null;
  }, []);
  return { onSend, onFail };
}
