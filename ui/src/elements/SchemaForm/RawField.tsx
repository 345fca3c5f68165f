/** A part, or the whole, written as JSON. */
import { useEffect, useState } from "react";
import type { JsonValue } from "../../bindings/host";
import { Growing } from "../Growing";
import { useForm } from "./context";
import { type ReadField, useFrame } from "./fields";
import styles from "./SchemaForm.module.css";

type Parsed = { value: JsonValue | undefined } | { error: string };

export function parseJson(text: string): Parsed {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return { error: "This is not JSON yet. Text needs double quotes." };
  }
}

function print(value: JsonValue | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

export function RawField(props: ReadField & { reason: string | null; rows?: number }) {
  const { value, onChange, reason, pointer, rows = 2 } = props;
  const { setBroken } = useForm();
  const frame = useFrame(props);
  const [typed, setTyped] = useState(() => print(value));
  const parsed = parseJson(typed);
  const broken = "error" in parsed;
  const text = broken || JSON.stringify(parsed.value) === JSON.stringify(value) ? typed : print(value);
  useEffect(() => {
    setBroken(pointer, broken);
    return () => setBroken(pointer, false);
  }, [pointer, broken, setBroken]);
  return (
    <Growing
      {...frame}
      description={[frame.description, reason].filter(Boolean).join(" · ") || undefined}
      error={broken ? parsed.error : frame.error}
      placeholder="JSON"
      minRows={rows}
      maxRows={24}
      value={text}
      spellCheck={false}
      classNames={{ input: styles.mono ?? "" }}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const read = parseJson(next);
        if (!("error" in read)) onChange(read.value);
      }}
    />
  );
}
