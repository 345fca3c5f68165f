/** A checkbox whose edge can be seen, and whose “not set” does not look like a yes. */
import { Checkbox, type CheckboxProps } from "@mantine/core";
import css from "./Check.module.css";

export function Check(props: CheckboxProps) {
  return <Checkbox size="xs" classNames={{ input: css.input, icon: css.icon }} {...props} />;
}
