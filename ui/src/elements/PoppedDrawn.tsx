import { Popover } from "@mantine/core";
import { cloneElement } from "react";
import type { PoppedProps } from "./Popped";
import { useStoodAround } from "./useStoodAround";

/** `Popped` once it was pressed. */
export function PoppedDrawn(props: PoppedProps) {
  const { target, ready } = useStoodAround(props.target);
  const asked = { "aria-haspopup": "dialog", "aria-expanded": props.opened } as const;
  return (
    <Popover
      opened={ready && props.opened}
      onChange={props.onChange}
      position={props.position}
      width={props.width}
      {...(props.above ? { zIndex: 500 } : {})}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>{cloneElement(target, asked)}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={props.label}>
        {props.children}
      </Popover.Dropdown>
    </Popover>
  );
}
