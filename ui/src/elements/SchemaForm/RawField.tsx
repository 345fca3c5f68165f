/** A part, or the whole, written as JSON. */
import { useEffect, useState } from "react";
import { Inexact, type Json, parseJson as readJson, sameJson, writeJson } from "../../json";
import { say } from "../../l10n";
import { AutosizeTextarea } from "../AutosizeTextarea";
import { useForm } from "./context";
import { type ReadField, useFrame } from "./fields";
import styles from "./SchemaForm.module.css";
import type { Reason } from "./schema";

type Parsed = { value: Json | undefined } | { error: string };

export function parseJson(text: string): Parsed {
  if (text.trim() === "") return { value: undefined };
  try {
    return { value: readJson(text) };
  } catch (thrown) {
    if (thrown instanceof Inexact) return { error: thrown.message };
    return { error: say("elements-form-not-json") };
  }
}

function print(value: Json | undefined): string {
  return value === undefined ? "" : writeJson(value, 2);
}

export function RawField(props: ReadField & { reason: Reason | null; rows?: number }) {
  const { value, onChange, reason, pointer, rows = 2 } = props;
  const { setBroken, typed: kept } = useForm();
  const frame = useFrame(props);
  const [typed, setTyped] = useState(() => kept?.get(pointer) ?? print(value));
  const parsed = parseJson(typed);
  const broken = "error" in parsed;
  const text = broken || sameJson(parsed.value, value) ? typed : print(value);
  useEffect(() => {
    setBroken(pointer, broken);
    return () => setBroken(pointer, false);
  }, [pointer, broken, setBroken]);
  useEffect(() => {
    if (broken) kept?.set(pointer, typed);
    else kept?.delete(pointer);
  }, [kept, pointer, broken, typed]);
  return (
    <AutosizeTextarea
      {...frame}
      description={
        reason === null ? (
          frame.description
        ) : (
          <>
            {frame.description} <span className={styles.hint}>{say(`elements-form-reason-${reason}`)}</span>
          </>
        )
      }
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
