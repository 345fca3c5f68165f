import { TextInput } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { AutosizeTextarea, WRITTEN } from "../AutosizeTextarea";
import type { InputFrame } from "./frame";

// A day is written as it is sent: a field of the web view shows today in grey before anything is filled in, in the
// order of a language that may not be the person's.
const TYPES: Record<string, string> = { email: "email", uri: "url", url: "url" };

const EXAMPLES: Record<string, string> = {
  "date-time": "2026-11-20T09:41:00Z",
  time: "09:41:00Z",
  // Not a day: one would be taken for an answer.
  date: "yyyy-mm-dd",
  email: "name@example.org",
  uri: "https://",
  url: "https://",
  duration: "PT15M",
  uuid: "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
};

/** Characters that a field of one line shows; a longer text gets more lines. */
const LINE = 80;

/** A text, on one line as long as it fits there. */
export function StringInput(props: {
  frame: InputFrame;
  text: string;
  /** As JSON Schema names it. */
  format: string | null;
  /** It may well have several lines. */
  multiline: boolean;
  /** In place of an example of the format. */
  placeholder?: string | undefined;
  onChange: (text: string) => void;
}) {
  const { text, format, multiline, onChange } = props;
  const [long, setLong] = useState(multiline || text.includes("\n") || text.length > LINE);
  // Where the caret is to be in the field that takes more lines, after what was pasted.
  const caret = useRef<number | null>(null);
  const [refused, setRefused] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!long || caret.current === null) return;
    // The field that had the focus is gone.
    area.current?.focus();
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [long]);
  const placeholder = props.placeholder ?? EXAMPLES[format ?? ""];
  if (long) {
    return (
      <AutosizeTextarea
        {...props.frame}
        ref={area}
        refused={refused}
        minRows={multiline ? 3 : 2}
        maxRows={12}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...props.frame}
      type={TYPES[format ?? ""] ?? "text"}
      value={text}
      placeholder={placeholder}
      onChange={(event) => onChange(event.currentTarget.value)}
      onPaste={(event) => {
        const pasted = event.clipboardData.getData("text/plain");
        if (!/[\r\n]/.test(pasted) || format !== null) return;
        // A single line would lose the line breaks.
        event.preventDefault();
        const { selectionStart, selectionEnd } = event.currentTarget;
        const lines = pasted.replace(/\r\n?/g, "\n");
        const before = text.slice(0, selectionStart ?? text.length) + lines;
        const whole = before + text.slice(selectionEnd ?? text.length);
        // What does not fit is refused, in words, by the field that takes more lines.
        const fits = whole.length <= WRITTEN;
        if (fits) onChange(whole);
        caret.current = fits ? before.length : selectionEnd;
        setRefused(!fits);
        setLong(true);
      }}
    />
  );
}
