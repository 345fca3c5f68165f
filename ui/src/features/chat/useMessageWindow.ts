import { useMantineEnv } from "@mantine/core";
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Message } from "../../bindings/host";
import { afterPaint } from "../../elements";
import { seqIndex } from "../../store";

/** Messages that are drawn at first, and how many come with each step. */
export const STEP = 60;

/**
 * As many are drawn before the first paint, about what is in view, and with each step until the first `STEP` are there. Where
 * transitions are taken away (tests) these are drawn at once.
 */
const FIRST = 6;

/** As many are drawn at most, wherever the person is. */
const MOST = 4 * STEP;

const NONE: readonly Message[] = [];

/** How near to an edge of what is drawn asks for more, in pixels. */
const NEAR = 300;

/**
 * Which part of a conversation is drawn: its end, or the surroundings of where the person went. A conversation of thousands
 * of messages opens as fast as a short one, and is never in the page as a whole. What is read stays where it is, whatever
 * comes before it or goes. `more` asks for what was said before all that is known.
 */
export function useMessageWindow(
  items: readonly Message[] | undefined,
  box: RefObject<HTMLElement | null>,
  atEnd: RefObject<boolean>,
  more: (() => void) | null,
): {
  drawn: readonly Message[];
  before: boolean;
  after: boolean;
  back: () => void;
  forth: () => void;
  toNewest: () => void;
  around: (seq: number) => void;
  onScroll: () => void;
} {
  const still = useMantineEnv() === "test";
  // By number, not by place: what comes before moves the places.
  const [first, setFirst] = useState<number | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const anchor = useRef<{ seq: string; top: number } | null>(null);
  const waits = useRef(false);
  const known = items ?? NONE;
  const count = known.length;
  const from = first === null ? Math.max(0, count - (still ? STEP : FIRST)) : placeOf(known, first);
  const to = last === null ? count : Math.max(placeOf(known, last + 1), Math.min(count, from + STEP));
  const drawn = from === 0 && to === count ? known : known.slice(from, to);

  if (count > 0 && first === null) {
    setFirst(known[from]?.seq ?? null);
  }

  // In small steps, each after what was drawn can be seen: a click in between is answered.
  const grows = useRef(true);
  useEffect(() => {
    if (!grows.current || count === 0) return;
    const target = Math.max(0, count - STEP);
    if (from <= target || last !== null) {
      grows.current = false;
      return;
    }
    const here = known[from]?.seq ?? null;
    const next = known[Math.max(target, from - FIRST)]?.seq ?? null;
    let gone = false;
    void afterPaint().then(() => {
      // Where the person went elsewhere by now, that stays.
      if (!gone) startTransition(() => setFirst((now) => (now === here ? next : now)));
    });
    return () => {
      gone = true;
    };
  }, [count, from, known, last]);

  useLayoutEffect(() => {
    if (atEnd.current && last === null && count - from > 3 * STEP) {
      setFirst(known[count - STEP]?.seq ?? null);
    }
  }, [count, from, atEnd, known, last]);

  // What was asked for is here.
  useLayoutEffect(() => {
    if (waits.current && from > 0) {
      waits.current = false;
      setFirst(known[Math.max(0, from - STEP)]?.seq ?? null);
    }
  }, [from, known]);

  const begins = drawn[0]?.seq;
  const ends = last === null ? null : drawn.at(-1)?.seq;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another part that moves what is read
  useLayoutEffect(() => {
    const it = box.current;
    if (it === null) return;
    const read = anchor.current;
    const there = read === null ? null : it.querySelector(`[data-seq="${read.seq}"]`);
    if (atEnd.current) {
      it.scrollTop = it.scrollHeight;
    } else if (read !== null && there !== null) {
      it.scrollTop += there.getBoundingClientRect().top - read.top;
    }
  }, [begins, ends, box]);

  /** Keeps in mind where the message stands that is read now. */
  const hold = () => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    for (const it of box.current?.querySelectorAll<HTMLElement>("[data-seq]") ?? []) {
      const place = it.getBoundingClientRect();
      if (place.bottom > top) {
        anchor.current = { seq: it.dataset.seq ?? "", top: place.top };
        return;
      }
    }
  };
  const back = () => {
    hold();
    atEnd.current = false;
    if (from > 0) {
      const begin = Math.max(0, from - STEP);
      setFirst(known[begin]?.seq ?? null);
      if (to - begin > MOST) {
        setLast(known[begin + MOST - 1]?.seq ?? null);
      }
    } else if (more !== null) {
      waits.current = true;
      more();
    }
  };
  const forth = () => {
    if (to < count) {
      hold();
      const end = Math.min(count, to + STEP);
      setLast(end === count ? null : (known[end - 1]?.seq ?? null));
      if (end - from > MOST) {
        setFirst(known[end - MOST]?.seq ?? null);
      }
    }
  };

  return {
    drawn,
    before: from > 0 || more !== null,
    after: to < count,
    back,
    forth,
    toNewest: () => {
      atEnd.current = true;
      if (last !== null) {
        setLast(null);
        setFirst(known[Math.max(0, count - STEP)]?.seq ?? null);
      }
    },
    around: (seq) => {
      const at = placeOf(known, seq);
      atEnd.current = false;
      anchor.current = null;
      setFirst(known[Math.max(0, at - STEP / 3)]?.seq ?? null);
      const end = at + (2 * STEP) / 3;
      setLast(end >= count ? null : (known[end]?.seq ?? null));
    },
    onScroll: () => {
      const it = box.current;
      if (it === null || atEnd.current) return;
      hold();
      if (it.scrollTop < NEAR && (from > 0 || more !== null)) {
        back();
      } else if (it.scrollHeight - it.scrollTop - it.clientHeight < NEAR) {
        forth();
      }
    },
  };
}

/** Where the message with this number is, or the first after it. */
function placeOf(items: readonly Message[], seq: number): number {
  const exact = seqIndex(items, seq);
  if (exact >= 0) return exact;
  const after = items.findIndex((it) => it.seq >= seq);
  return after < 0 ? items.length : after;
}
