import { type ReactNode, useState } from "react";
import { DownIcon, Popover, type PopoverProps } from "../../elements";
import css from "./BarPopover.module.css";

export interface BarPopoverProps extends Pick<PopoverProps, "label" | "position" | "width"> {
  /** What the button says. */
  opener: ReactNode;
  /** Its name, where that is more than what it says. */
  name?: string;
  className?: string;
  /** A line of text in place of a button with an arrow. */
  line?: boolean;
  children: (close: () => void) => ReactNode;
}

/** A button about the conversation that opens a list beside it. */
export function BarPopover(props: BarPopoverProps) {
  const { label, position, width, line = false } = props;
  const [open, setOpen] = useState(false);
  const look = line ? css.line : css.opener;
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      label={label}
      position={position}
      width={width}
      target={
        <button
          type="button"
          className={[look, props.className].filter(Boolean).join(" ")}
          aria-label={props.name}
          onClick={() => setOpen(!open)}
        >
          {props.opener}
          {line ? null : (
            <>
              {" "}
              <DownIcon />
            </>
          )}
        </button>
      }
    >
      <div className={css.list}>{props.children(() => setOpen(false))}</div>
    </Popover>
  );
}
