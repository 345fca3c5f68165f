import { Textarea, type TextareaProps } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { type Ref, useLayoutEffect, useRef, useState } from "react";
import { say } from "../l10n";

/** Longer than this a text is not measured: it fills all the rows there are. */
const MEASURED = 8_000;

/**
 * Longest text that is written or pasted, in characters. The engine lays out all of a field with each key: this many take a
 * twentieth of a second, a million hold up the window.
 */
export const WRITTEN = 100_000;

/**
 * A field that grows with what is written in it, up to `maxRows`. It is measured when its text changes and not with
 * everything that is drawn around it, and a long text not at all: laying out what was pasted, again and again, would hold
 * up the whole window. What is pasted and does not fit is not put in, and the field says so.
 */
export function AutosizeTextarea(
  props: Omit<TextareaProps, "autosize" | "value"> & {
    value: string;
    minRows: number;
    maxRows: number;
    ref?: Ref<HTMLTextAreaElement>;
    /** A paste did not fit before this field took the place of one with a single line. */
    refused?: boolean;
  },
) {
  const {
    minRows,
    maxRows,
    value,
    error,
    dir,
    onChange,
    onPaste,
    ref,
    refused: refusedBefore = false,
    ...others
  } = props;
  const [refused, setRefused] = useState(refusedBefore);
  const field = useRef<HTMLTextAreaElement>(null);
  const merged = useMergedRef(field, ref);
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) return;
    const long = value.length > MEASURED;
    const measure = () => {
      area.style.height = "";
      area.rows = long ? maxRows : minRows;
      // Nothing can be measured where nothing is laid out.
      if (long || area.scrollHeight === 0) return;
      const style = getComputedStyle(area);
      const border = Number.parseFloat(style.borderTopWidth) + Number.parseFloat(style.borderBottomWidth);
      const least = area.offsetHeight;
      area.rows = maxRows;
      const most = area.offsetHeight;
      area.rows = minRows;
      area.style.height = `${Math.min(most, Math.max(least, area.scrollHeight + border))}px`;
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [value, minRows, maxRows]);
  return (
    <Textarea
      maxLength={WRITTEN}
      {...others}
      // The library would put a direction around the field, where it says nothing about what is written in it.
      attributes={{ input: { dir } }}
      ref={merged}
      rows={minRows}
      value={value}
      error={refused ? say("elements-pasted-too-long", { limit: WRITTEN }) : error}
      onChange={(event) => {
        setRefused(false);
        onChange?.(event);
      }}
      onPaste={(event) => {
        onPaste?.(event);
        const { value: before, selectionStart, selectionEnd } = event.currentTarget;
        const pasted = event.clipboardData.getData("text/plain").length;
        const fits = before.length - (selectionEnd - selectionStart) + pasted <= WRITTEN;
        if (!event.defaultPrevented) {
          setRefused(!fits);
          if (!fits) event.preventDefault();
        }
      }}
    />
  );
}
