import { assignRef, useMergedRef } from "@mantine/hooks";
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

type Button = HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> };

/** The target of a Mantine overlay that is loaded later than the button it opens beside: it stands for that button. */
export function Anchor(props: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }): null {
  const { to, ref } = props;
  useLayoutEffect(() => {
    assignRef(ref, to.current);
  });
  return null;
}

/** A button that something opens from which is loaded when it is pointed down at or focused. */
export function useOpener(
  button: ReactElement<Button>,
  preload: () => Promise<unknown>,
  props: Button,
): { opener: ReactElement<Button>; anchor: RefObject<HTMLElement | null> } {
  const anchor = useRef<HTMLElement>(null);
  // The owner of the button may keep a reference as well.
  const ref = useMergedRef(anchor, button.props.ref);
  // A failure is said where the part is shown.
  const load = () => void preload().catch(() => {});
  const opener = cloneElement(button, {
    ...props,
    ref,
    onPointerDown: (event) => {
      load();
      button.props.onPointerDown?.(event);
    },
    onFocus: (event) => {
      load();
      button.props.onFocus?.(event);
    },
  });
  return { opener, anchor };
}

/** Mantine gives the focus back to what had it before an overlay opened, which it sees only after it was drawn closed. */
export function useDrawnClosed(): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return drawn;
}
