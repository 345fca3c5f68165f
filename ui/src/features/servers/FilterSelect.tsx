/** One of a few, or none: what narrows a list by a property, or leaves something to a server. */
import { Select } from "@mantine/core";

export function FilterSelect<Value extends string>(props: {
  label: string;
  all: string;
  data: { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value | null) => void;
  className?: string | undefined;
}) {
  const { label, all, data, value, onChange, className } = props;
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={data}
      value={value}
      onChange={(next) => onChange(next as Value | null)}
      clearable
      limit={200}
      searchable={data.length > 8}
      className={className ?? ""}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
