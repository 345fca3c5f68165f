/** The fields that hold one plain value. */

import { Input, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { AutosizeTextarea, WRITTEN } from "../AutosizeTextarea";
import { LinkButton } from "../LinkButton";
import { Check } from "./Check";
import { type FieldProps, useForm } from "./context";
import { parseNumber, stepped } from "./number";
import styles from "./SchemaForm.module.css";
import type { Reading } from "./schema";
import { shownJson } from "./shown";

export interface ReadField extends FieldProps {
  reading: Reading;
}

/** What Mantine's inputs need alike. */
export function useFrame({ pointer, label, required, reading }: ReadField) {
  const form = useForm();
  const description = [reading.description, reading.hint].filter((words) => words !== null).join(" · ");
  return {
    id: form.idOf(pointer),
    ...(label === "" ? { "aria-label": "Entry" } : { label }),
    description: description === "" ? undefined : description,
    withAsterisk: required,
    "aria-required": required,
    error: form.errorAt(pointer),
    disabled: form.disabled,
    onBlur: () => form.touch(pointer),
  };
}

const TYPES: Record<string, string> = { date: "date", email: "email", uri: "url", url: "url" };
const EXAMPLES: Record<string, string> = {
  "date-time": "2026-11-20T09:41:00Z",
  time: "09:41:00Z",
  date: "2026-11-20",
  email: "name@example.org",
  uri: "https://",
  url: "https://",
  duration: "PT15M",
  uuid: "8-4-4-4-12 digits",
};

/** Characters of what a server presets that stand in an empty field: no more of it could be seen. */
const PLACED = 200;

export function TextField(props: ReadField) {
  const { value, onChange, required, reading } = props;
  const frame = useFrame(props);
  const input = reading.input.kind === "text" ? reading.input : { format: null, long: false };
  const text = typeof value === "string" ? value : value === undefined ? "" : shownJson(value);
  const [long, setLong] = useState(input.long || text.includes("\n") || text.length > 120);
  // Emptied means “not set”, except where something has to be sent.
  const set = (next: string) => onChange(next === "" && !required ? undefined : next);
  const placeholder =
    reading.preset === undefined || reading.preset === null
      ? EXAMPLES[input.format ?? ""]
      : shownJson(reading.preset).slice(0, PLACED);
  if (input.format === "password") {
    return (
      <PasswordInput
        {...frame}
        value={text}
        autoComplete="off"
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  if (long) {
    return (
      <AutosizeTextarea
        {...frame}
        minRows={input.long ? 3 : 2}
        maxRows={16}
        value={text}
        placeholder={placeholder}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...frame}
      type={TYPES[input.format ?? ""] ?? "text"}
      value={text}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => set(event.currentTarget.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text/plain");
        if (!/[\r\n]/.test(pasted) || input.format !== null) return;
        // A single line would lose the line breaks.
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        const whole =
          text.slice(0, selectionStart ?? text.length) + pasted + text.slice(selectionEnd ?? text.length);
        // What does not fit is refused, in words, by the field that takes more lines.
        if (whole.length <= WRITTEN) set(whole);
        setLong(true);
      }}
    />
  );
}

export function NumberField(props: ReadField) {
  const { value, onChange, reading } = props;
  const frame = useFrame(props);
  const [typed, setTyped] = useState("");
  const text = Object.is(parseNumber(typed), value)
    ? typed
    : value === undefined
      ? ""
      : typeof value === "string"
        ? value
        : shownJson(value);
  const whole = reading.input.kind === "number" && reading.input.integer;
  return (
    <TextInput
      {...frame}
      className={styles.number}
      inputMode={whole ? "numeric" : "decimal"}
      autoComplete="off"
      value={text}
      placeholder={
        reading.preset === undefined || reading.preset === null
          ? undefined
          : shownJson(reading.preset).slice(0, PLACED)
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(parseNumber(event.currentTarget.value));
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
        const next = stepped(value, event.key === "ArrowUp" ? 1 : -1);
        if (next === undefined) return;
        event.preventDefault();
        onChange(next);
      }}
    />
  );
}

export function BooleanField(props: ReadField) {
  const { value, onChange, required, pointer } = props;
  const form = useForm();
  const frame = useFrame(props);
  const unset = value === undefined;
  return (
    <div className={styles.boolean}>
      <Check
        id={frame.id}
        label={props.label === "" ? "Yes" : props.label}
        description={frame.description}
        error={frame.error}
        disabled={frame.disabled}
        checked={value === true}
        indeterminate={unset}
        onChange={(event) => {
          form.touch(pointer);
          onChange(event.currentTarget.checked);
        }}
      />
      {!required ? (
        <span className="small faint">
          {unset ? (
            "not set"
          ) : (
            <LinkButton disabled={form.disabled} onClick={() => onChange(undefined)}>
              leave out
            </LinkButton>
          )}
        </span>
      ) : null}
    </div>
  );
}

/** A constant: shown, and sent or left out. */
export function FixedField(props: ReadField) {
  const { value, onChange, required, reading } = props;
  const form = useForm();
  const frame = useFrame(props);
  const fixed = reading.input.kind === "fixed" ? reading.input.value : null;
  const words = shownJson(fixed);
  if (!required && value !== null) {
    return (
      <Check
        id={frame.id}
        label={`${props.label === "" ? "Entry" : props.label}: ${words}`}
        description={frame.description}
        error={frame.error}
        disabled={form.disabled}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? fixed : undefined)}
      />
    );
  }
  // Nothing to fill in: it is what it is.
  return (
    <Input.Wrapper
      label={props.label === "" ? "Entry" : props.label}
      description={frame.description}
      error={frame.error}
      labelElement="div"
      labelProps={{ id: `${frame.id}-name` }}
    >
      <p id={frame.id} role="note" aria-labelledby={`${frame.id}-name`} className={styles.fixed}>
        {words}
      </p>
    </Input.Wrapper>
  );
}
