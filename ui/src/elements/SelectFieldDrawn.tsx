import { Select } from "@mantine/core";
import type { SelectFieldProps } from "./SelectField";

/** What a `SelectField` is once it is loaded. */
export function SelectFieldDrawn(props: SelectFieldProps) {
  const { onChange, ...field } = props;
  return (
    <Select
      {...field}
      onChange={(value) => {
        if (value !== null) onChange(value);
      }}
      onKeyDown={(event) => {
        // The key closes the list, and not what the field is in.
        if (event.key === "Escape" && event.currentTarget.getAttribute("aria-expanded") === "true") {
          event.stopPropagation();
        }
      }}
      allowDeselect={false}
      // A press on a list elsewhere in the page would close the popover that the field is in.
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}
