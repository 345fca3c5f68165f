import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Json } from "../../json";
import { escapedJson } from "./escape";
import type { InputFrame } from "./frame";
import css from "./inputs.module.css";
import { parseNumber, stepped } from "./number";

/** A number as it is typed: nothing is rounded, and what is no number is passed on for the host to say so. */
export function NumberInput(props: {
  frame: InputFrame;
  value: Json | undefined;
  /** Without a fraction. */
  integer: boolean;
  placeholder?: string | undefined;
  /** With the text that was read. */
  onChange: (value: Json | undefined, text: string) => void;
}) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState("");
  const text = Object.is(parseNumber(typed), value)
    ? typed
    : value === undefined
      ? ""
      : typeof value === "string"
        ? value
        : escapedJson(value);
  return (
    <TextInput
      {...props.frame}
      classNames={{ wrapper: css.number }}
      inputMode={props.integer ? "numeric" : "decimal"}
      value={text}
      placeholder={props.placeholder}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange(parseNumber(next), next);
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        const next = stepped(value, event.key === "ArrowUp" ? 1 : -1);
        if (next === undefined) return;
        event.preventDefault();
        onChange(next, escapedJson(next));
      }}
    />
  );
}
