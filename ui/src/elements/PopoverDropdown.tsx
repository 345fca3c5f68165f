import { Popover } from "@mantine/core";
import type { RefObject } from "react";
import { Anchor, useDrawnClosed } from "./Anchor";
import type { PopoverProps } from "./Popover";
import { useComposing } from "./useComposing";

/** Whether it is a field whose list is open, as Mantine marks it: there the key closes the list. */
function isListOpen(field: EventTarget): boolean {
  return field instanceof Element && field.getAttribute("data-mantine-stop-propagation") === "true";
}

/** What opens from the button of a `Popover`. */
export function PopoverDropdown(props: PopoverProps & { anchor: RefObject<HTMLElement | null> }) {
  const drawn = useDrawnClosed();
  const composing = useComposing();
  return (
    <Popover
      opened={drawn && props.opened}
      onChange={props.onChange}
      position={props.position}
      width={props.width}
      trapFocus
      returnFocus
      closeOnEscape={false}
      withRoles={false}
    >
      <Popover.Target>
        <Anchor to={props.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={props.label}
        onCompositionEnd={composing.onCompositionEnd}
        onKeyDownCapture={(event) => {
          if (composing.isComposing(event) || event.key !== "Escape" || isListOpen(event.target)) return;
          // Mantine leaves the key to what lies below as well.
          event.preventDefault();
          props.onChange(false);
        }}
      >
        {props.children}
      </Popover.Dropdown>
    </Popover>
  );
}
