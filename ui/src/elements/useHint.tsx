import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { later, useLater } from "./later";

/** How long somebody points at something before the words come, in milliseconds. */
const AFTER = 300;

const drawn = later(async () => (await import("./HintDrawn")).HintDrawn);

/** What an element with a hint needs. */
export interface Hinted<E extends HTMLElement> {
  ref: RefObject<E | null>;
  onPointerEnter: (event: PointerEvent) => void;
  onPointerLeave: () => void;
  onPointerDown: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Words beside an element while it is pointed at, or has the focus. They say no more than the element's own name does, for
 * who sees only a part of it. What places them is read after the first paint.
 */
export function useHint<E extends HTMLElement>(
  label: string,
  wanted: boolean,
): { hinted: Hinted<E>; hint: ReactNode } {
  const Drawn = useLater(drawn);
  const target = useRef<E>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(false);
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const show = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), AFTER);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    hinted: {
      ref: target,
      onPointerEnter: (event) => {
        if (event.pointerType !== "touch") {
          show();
        }
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: show,
      onBlur: hide,
    },
    hint: shown && wanted && Drawn ? <Drawn label={label} target={target} /> : null,
  };
}
