import { type RefObject, useCallback, useRef } from "react";

/** How near to the end counts as being there, in pixels. */
const NEAR = 48;

/** Keeps a message where it is while it changes its height, or what is below it goes. */
export interface KeptPlace {
  /** Remembers where an element is: until it changed once or, with `seq`, until another message took the place of that one. */
  hold: (element: HTMLElement | null, seq?: number) => void;
  /** Puts it back there. */
  settle: () => void;
}

/**
 * A message that is edited stays where it is read. Where too little would be left below it to stay there, `room` makes up for
 * it, until what is written fills it.
 */
export function useKeepPlace(
  box: RefObject<HTMLElement | null>,
  room: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
): KeptPlace {
  const held = useRef<{ element: HTMLElement; top: number; seq: number | undefined } | null>(null);
  const hold = useCallback((element: HTMLElement | null, seq?: number) => {
    held.current = element === null ? null : { element, top: element.getBoundingClientRect().top, seq };
  }, []);
  const settle = useCallback(() => {
    const [it, kept] = [box.current, held.current];
    if (kept?.seq === undefined || kept.element.dataset.seq !== `${kept.seq}`) {
      held.current = null;
    }
    if (it === null || kept === null || !kept.element.isConnected) return;
    const wanted = it.scrollTop + kept.element.getBoundingClientRect().top - kept.top;
    const content = it.scrollHeight - roomOf(room);
    const missing = Math.max(0, wanted + it.clientHeight - content);
    setRoom(room, missing);
    if (Math.abs(it.scrollTop - wanted) >= 1) {
      it.scrollTop = wanted;
    }
    atEnd.current = content - it.scrollTop - it.clientHeight < NEAR;
  }, [box, room, atEnd]);
  return { hold, settle };
}

/** Height of the room below the content. */
export function roomOf(room: RefObject<HTMLElement | null>): number {
  return room.current?.offsetHeight ?? 0;
}

/** Takes as much of the room as nothing in view needs. */
export function takeRoom(box: HTMLElement, room: RefObject<HTMLElement | null>): void {
  const now = roomOf(room);
  if (now > 0) {
    const content = box.scrollHeight - now;
    setRoom(room, Math.min(now, Math.max(0, box.scrollTop + box.clientHeight - content)));
  }
}

export function setRoom(room: RefObject<HTMLElement | null>, height: number): void {
  if (room.current !== null) {
    room.current.style.height = height > 0 ? `${height}px` : "";
  }
}
