import { Menu } from "@mantine/core";
import type { RefObject } from "react";
import type { ActionMenuProps, MenuAction } from "./ActionMenu";
import css from "./ActionMenu.module.css";
import { Anchor, useDrawnClosed } from "./Anchor";

/** What opens from the button of an `ActionMenu`. */
export function ActionMenuDropdown(
  props: ActionMenuProps & {
    /** The button is called `…-target`, and the menu is labelled by it. */
    id: string;
    anchor: RefObject<HTMLElement | null>;
    opened: boolean;
    onChange: (opened: boolean) => void;
  },
) {
  const drawn = useDrawnClosed();
  return (
    <Menu
      id={props.id}
      opened={drawn && props.opened}
      onChange={props.onChange}
      position={props.position}
      width={props.width}
    >
      <Menu.Target>
        <Anchor to={props.anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {items(props.actions)}
        {props.more && props.more.actions.length > 0 ? (
          <>
            <Menu.Label>{props.more.heading}</Menu.Label>
            <div className={css.more}>{items(props.more.actions)}</div>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function items(actions: MenuAction[]) {
  return actions.map((it) => (
    <Menu.Item key={it.key} onClick={it.onChoose}>
      {it.words}
    </Menu.Item>
  ));
}
