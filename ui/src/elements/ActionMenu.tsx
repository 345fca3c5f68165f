import { type HTMLAttributes, type ReactElement, type ReactNode, Suspense, useId, useState } from "react";
import { useOpener } from "./Anchor";
import { lazyComponent } from "./lazyComponent";

export interface MenuAction {
  key: string;
  words: ReactNode;
  onChoose: () => void;
}

export interface ActionMenuProps {
  /** The button it belongs to. */
  target: ReactElement<HTMLAttributes<HTMLElement>>;
  position: "bottom-end" | "top-start";
  /** In pixels. */
  width: number;
  actions: MenuAction[];
  /** A second group with its heading; it scrolls where it is long. */
  more?: { heading: string; actions: MenuAction[] };
}

const Dropdown = lazyComponent(async () => (await import("./ActionMenuDropdown")).ActionMenuDropdown);

/**
 * A button with a menu, which is neither loaded with the first paint nor drawn before the first press: a list of two hundred
 * rows has as many menus, and one of them is opened.
 */
export function ActionMenu(props: ActionMenuProps) {
  const [used, setUsed] = useState(false);
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { opener, anchor } = useOpener(props.target, Dropdown.preload, {
    "aria-haspopup": "menu",
    "aria-expanded": opened,
    id: `${id}-target`,
    onClick: () => {
      setUsed(true);
      setOpened(!opened);
    },
  });
  return (
    <>
      {opener}
      {used ? (
        <Suspense>
          <Dropdown {...props} id={id} anchor={anchor} opened={opened} onChange={setOpened} />
        </Suspense>
      ) : null}
    </>
  );
}
