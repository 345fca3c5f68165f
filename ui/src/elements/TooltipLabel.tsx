import { Tooltip } from "@mantine/core";
import type { RefObject } from "react";

/** The words of `useTooltip`. */
export function TooltipLabel(props: { label: string; target: RefObject<HTMLElement | null> }) {
  return (
    <Tooltip
      label={props.label}
      target={props.target}
      opened
      position="right"
      multiline
      maw={320}
      withinPortal
    />
  );
}
