import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useState } from "react";
import { later, useLater } from "./later";

export interface PoppedProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button it belongs to. Its own `onClick` opens and closes. */
  target: ReactElement<HTMLAttributes<HTMLElement>>;
  /** What the opened part is called. */
  label: string;
  position: "bottom-start" | "bottom-end" | "top-start" | "right-end";
  /** In pixels. */
  width: number;
  above?: boolean;
  children: ReactNode;
}

const drawn = later(async () => (await import("./PoppedDrawn")).PoppedDrawn);

/**
 * A button with something that opens beside it and takes the focus until it is closed. What places it is much: it is read
 * after the first paint, and stands around the button from its first press on.
 */
export function Popped(props: PoppedProps) {
  const Drawn = useLater(drawn);
  const [used, setUsed] = useState(props.opened);
  if (props.opened && !used) {
    setUsed(true);
  }
  return used && Drawn ? (
    <Drawn {...props} />
  ) : (
    cloneElement(props.target, { "aria-haspopup": "dialog", "aria-expanded": props.opened })
  );
}
