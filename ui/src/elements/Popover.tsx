import { type HTMLAttributes, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { useOpener } from "./Anchor";
import { lazyComponent } from "./lazyComponent";

export interface PopoverProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button it belongs to. Its own `onClick` opens and closes. */
  target: ReactElement<HTMLAttributes<HTMLElement>>;
  /** What the opened part is called. */
  label: string;
  position: "bottom-start" | "bottom-end" | "top-start" | "top-end" | "right-end";
  /** In pixels. */
  width: number;
  children: ReactNode;
}

const Dropdown = lazyComponent(async () => (await import("./PopoverDropdown")).PopoverDropdown);

/**
 * A button with something that opens beside it and takes the focus until it is closed. What places it is much, and is
 * neither loaded with the first paint nor drawn before the first press.
 */
export function Popover(props: PopoverProps) {
  const [used, setUsed] = useState(props.opened);
  if (props.opened && !used) {
    setUsed(true);
  }
  const { opener, anchor } = useOpener(props.target, Dropdown.preload, {
    "aria-haspopup": "dialog",
    "aria-expanded": props.opened,
  });
  return (
    <>
      {opener}
      {used ? (
        <Suspense>
          <Dropdown {...props} anchor={anchor} />
        </Suspense>
      ) : null}
    </>
  );
}
