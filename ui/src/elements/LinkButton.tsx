import type { ComponentProps } from "react";

/** A button that looks like words: underlined, or in the colour of a link where it stands in a sentence of its own. */
export function LinkButton({
  look = "underlined",
  small = false,
  className,
  ...button
}: ComponentProps<"button"> & { look?: "underlined" | "link"; small?: boolean }) {
  const classes = [look, small && "small", className].filter(Boolean).join(" ");
  return <button type="button" {...button} className={classes} />;
}
