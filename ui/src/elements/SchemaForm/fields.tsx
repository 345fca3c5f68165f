/** The fields that hold one plain value. */

import { Input, PasswordInput } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "../../l10n";
import { Check } from "../inputs/Check";
import { escapedJson } from "../inputs/escape";
import type { InputFrame } from "../inputs/frame";
import { NumberInput } from "../inputs/NumberInput";
import { StringInput } from "../inputs/StringInput";
import { LinkButton } from "../LinkButton";
import { type FieldProps, useForm } from "./context";
import styles from "./SchemaForm.module.css";
import type { SchemaReading } from "./schema";

export interface ReadField extends FieldProps {
  reading: SchemaReading;
}

/** What the server says of a value, then on a line of its own what we say of it. */
export function described({ description, hint }: SchemaReading): ReactNode {
  if (description === null || hint === null) return description ?? hint ?? undefined;
  return (
    <>
      {description} <span className={styles.hint}>{hint}</span>
    </>
  );
}

export function useFrame({ pointer, label, required, reading }: ReadField) {
  const form = useForm();
  return {
    id: form.idOf(pointer),
    ...(label === "" ? { "aria-label": say("elements-form-item") } : { label }),
    description: described(reading),
    withAsterisk: required,
    "aria-required": required,
    error: form.errorAt(pointer),
    onBlur: () => form.touch(pointer),
  } satisfies InputFrame;
}

/** Characters of what a server presets that stand in an empty field: no more of it could be seen. */
const PLACED = 200;

function presetOf({ preset }: SchemaReading): string | undefined {
  return preset === undefined || preset === null ? undefined : escapedJson(preset).slice(0, PLACED);
}

export function TextField(props: ReadField) {
  const { value, onChange, required, reading } = props;
  const frame = useFrame(props);
  const input = reading.input.kind === "text" ? reading.input : { format: null, long: false };
  const text = typeof value === "string" ? value : value === undefined ? "" : escapedJson(value);
  // Emptied means “not set”, except where something has to be sent.
  const set = (next: string) => onChange(next === "" && !required ? undefined : next);
  if (input.format === "password") {
    return <PasswordInput {...frame} value={text} onChange={(event) => set(event.currentTarget.value)} />;
  }
  return (
    <StringInput
      frame={frame}
      text={text}
      format={input.format}
      multiline={input.long}
      placeholder={presetOf(reading)}
      onChange={set}
    />
  );
}

export function NumberField(props: ReadField) {
  const { reading } = props;
  return (
    <NumberInput
      frame={useFrame(props)}
      value={props.value}
      integer={reading.input.kind === "number" && reading.input.integer}
      placeholder={presetOf(reading)}
      onChange={props.onChange}
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
        label={props.label === "" ? say("words-yes") : props.label}
        description={frame.description}
        error={frame.error}
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
            say("elements-form-unset")
          ) : (
            <LinkButton onClick={() => onChange(undefined)}>{say("elements-form-leave-out")}</LinkButton>
          )}
        </span>
      ) : null}
    </div>
  );
}

/** A constant: shown, and sent or left out. */
export function FixedField(props: ReadField) {
  const { value, onChange, required, reading } = props;
  const frame = useFrame(props);
  const fixed = reading.input.kind === "fixed" ? reading.input.value : null;
  const words = escapedJson(fixed);
  const name = props.label === "" ? say("elements-form-item") : props.label;
  if (!required && value !== null) {
    return (
      <Check
        id={frame.id}
        label={say("elements-form-fixed", { name, value: words })}
        description={frame.description}
        error={frame.error}
        checked={value !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? fixed : undefined)}
      />
    );
  }
  // Nothing to fill in: it is what it is.
  return (
    <Input.Wrapper
      label={name}
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
