import { type CompositionEvent, type KeyboardEvent, useRef } from "react";

/** What an engine says of a key that an input method took. */
const TAKEN = 229;

/** WebKit tells of the key that chose a word when the composition is over already, within this time. In milliseconds. */
const AFTER = 500;

/**
 * Whether a key in a field belongs to an input method, such as the Enter that chooses a word. WebKit calls later ones taken as
 * well, so of these one alone is not meant for the page.
 */
export function useComposing(): {
  onCompositionEnd: (event: CompositionEvent) => void;
  isComposing: (event: KeyboardEvent) => boolean;
} {
  const ended = useRef(Number.NEGATIVE_INFINITY);
  return {
    onCompositionEnd: (event) => {
      ended.current = event.timeStamp;
    },
    isComposing: (event) => {
      if (event.nativeEvent.isComposing) return true;
      const taken = event.keyCode === TAKEN && event.timeStamp - ended.current < AFTER;
      ended.current = Number.NEGATIVE_INFINITY;
      return taken;
    },
  };
}
