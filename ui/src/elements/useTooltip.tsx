import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { lazyComponent } from "./lazyComponent";

/** How long the pointer rests before the tooltip opens, in milliseconds. */
const AFTER = 300;

const Label = lazyComponent(async () => (await import("./TooltipLabel")).TooltipLabel);

/** What an element with a tooltip needs. */
export interface TooltipTarget<E extends HTMLElement> {
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
export function useTooltip<E extends HTMLElement>(
  label: string,
  wanted: boolean,
): { described: TooltipTarget<E>; tooltip: ReactNode } {
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
    described: {
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
    tooltip:
      shown && wanted ? (
        <Suspense>
          <Label label={label} target={target} />
        </Suspense>
      ) : null,
  };
}
