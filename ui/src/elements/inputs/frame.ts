import type { TextInputProps } from "@mantine/core";

/** What every input of a form is given alike: what it is called, what is said about it, and what is wrong. */
export type InputFrame = Pick<
  TextInputProps,
  "id" | "label" | "description" | "error" | "disabled" | "withAsterisk" | "aria-label" | "aria-required"
> & { onBlur?: () => void };
