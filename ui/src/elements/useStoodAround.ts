import { useMergedRef } from "@mantine/hooks";
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useRef,
  useState,
} from "react";

type Button = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> };

/**
 * For what takes the place of a button that was pressed and draws that button itself: the new button has the focus that
 * the pressed one had, and only then may something open from it, so that closing gives the focus back.
 */
export function useStoodAround(button: ReactElement<Button>): {
  target: ReactElement<Button>;
  ready: boolean;
} {
  const there = useRef<HTMLElement>(null);
  // Whoever made the button may hold on to it as well.
  const ref = useMergedRef(there, button.props.ref);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (document.activeElement === document.body) {
      there.current?.focus({ preventScroll: true });
    }
    setReady(true);
  }, []);
  return { target: cloneElement(button, { ref }), ready };
}
