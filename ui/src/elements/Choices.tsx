import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, useState } from "react";
import { later, useLater } from "./later";

export interface Choice {
  key: string;
  words: ReactNode;
  onChoose: () => void;
}

export interface ChoicesProps {
  /** The button it belongs to. */
  target: ReactElement<HTMLAttributes<HTMLElement>>;
  position: "bottom-end" | "top-start";
  /** In pixels. */
  width: number;
  choices: Choice[];
  /** A second group with its heading; it scrolls where it is long. */
  more?: { heading: string; choices: Choice[] };
}

const drawn = later(async () => (await import("./ChoicesDrawn")).ChoicesDrawn);

/**
 * A button with a menu. What draws it is read after the first paint, and stands around the button from its first press on:
 * a list of two hundred rows has as many menus, and one of them is opened.
 */
export function Choices(props: ChoicesProps) {
  const Drawn = useLater(drawn);
  const [used, setUsed] = useState(false);
  return used && Drawn ? (
    <Drawn {...props} />
  ) : (
    cloneElement(props.target, {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onClick: () => setUsed(true),
    })
  );
}
