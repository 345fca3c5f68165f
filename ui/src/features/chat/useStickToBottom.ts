import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { roomOf, setRoom, takeRoom } from "./useKeepPlace";

/** How near to the end counts as being there, in pixels. */
const NEAR = 48;

/** Follows what is written as long as the person is at the end; never takes the place away from who reads above. */
export function useStickToBottom(content: unknown): {
  box: RefObject<HTMLDivElement | null>;
  /** Below all that is said: room for a message to stay where it is when what follows it goes. */
  room: RefObject<HTMLDivElement | null>;
  /** Whether the end is in view, and is followed. */
  atEnd: RefObject<boolean>;
  behind: boolean;
  /** `more`: the end of what is drawn is not that of the conversation. */
  onScroll: (more?: boolean) => void;
  toEnd: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const height = useRef(0);
  // A wheel moves by less than `NEAR` with each event: without its direction what is written would pull the person back.
  const top = useRef(0);
  const up = useRef(false);
  const [behind, setBehind] = useState(false);

  const toEnd = () => {
    const it = box.current;
    if (it) {
      setRoom(room, 0);
      it.scrollTop = it.scrollHeight;
      atEnd.current = true;
      setBehind(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the new content that asks for following
  useLayoutEffect(() => {
    const it = box.current;
    if (atEnd.current && it && roomOf(room) > 0) {
      // What is written fills the room first; only then is it followed.
      it.scrollTop = Math.max(it.scrollTop, it.scrollHeight - roomOf(room) - it.clientHeight);
      setBehind(false);
    } else if (atEnd.current) {
      toEnd();
    } else if (it && below(it, room) < NEAR) {
      // All of it is in view: there is nothing to be behind of.
      setBehind(false);
    } else {
      setBehind(true);
    }
    if (it) {
      takeRoom(it, room);
      top.current = it.scrollTop;
    }
  }, [content]);

  // A box that gets smaller, as above a notice, keeps what is at its top in place: what was at its end would be cut off.
  useEffect(() => {
    const it = box.current;
    if (it === null) return;
    const sizes = new ResizeObserver(() => {
      const lost = height.current - it.clientHeight;
      height.current = it.clientHeight;
      if (atEnd.current && lost > 0) {
        it.scrollTop += Math.max(0, Math.min(lost, below(it, room)));
      }
    });
    sizes.observe(it);
    const onWheel = (event: WheelEvent) => {
      up.current = event.deltaY < 0 && !event.ctrlKey;
    };
    it.addEventListener("wheel", onWheel, { passive: true });
    return () => {
      sizes.disconnect();
      it.removeEventListener("wheel", onWheel);
    };
  }, []);

  return {
    box,
    room,
    atEnd,
    behind,
    toEnd,
    onScroll: (more = false) => {
      const it = box.current;
      if (it) {
        takeRoom(it, room);
        // A box that just got smaller is not at its end yet, although the person did not scroll.
        const lost = atEnd.current ? Math.max(0, height.current - it.clientHeight) : 0;
        const leaves = up.current && it.scrollTop < top.current;
        if (it.scrollTop > top.current) {
          up.current = false;
        }
        top.current = it.scrollTop;
        atEnd.current = !more && below(it, room) - lost < (leaves ? 1 : NEAR);
        if (atEnd.current) {
          setBehind(false);
        }
      }
    },
  };
}

/** How much of the content is below what is in view. */
function below(it: HTMLElement, room: RefObject<HTMLElement | null>): number {
  return it.scrollHeight - roomOf(room) - it.scrollTop - it.clientHeight;
}
