import { Radio, type RadioProps } from "@mantine/core";
import css from "./RadioOption.module.css";

/** A circle whose edge can be seen. */
export function RadioOption(props: RadioProps) {
  return <Radio size="xs" classNames={{ radio: css.radio }} {...props} />;
}
