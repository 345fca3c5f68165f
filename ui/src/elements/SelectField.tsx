import type { SelectProps } from "@mantine/core";
import { Suspense } from "react";
import { lazyComponent } from "./lazyComponent";

export interface SelectFieldProps
  extends Pick<SelectProps, "label" | "description" | "className" | "size" | "disabled" | "autoFocus"> {
  data: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

const Drawn = lazyComponent(async () => (await import("./SelectFieldDrawn")).SelectFieldDrawn);

/**
 * A field with one of a few values. The page draws its list: that of a `select` does not open on Linux, where the window holds it
 * back. What places a list is much and is not loaded with the first paint.
 */
export function SelectField(props: SelectFieldProps) {
  return (
    <Suspense>
      <Drawn {...props} />
    </Suspense>
  );
}
