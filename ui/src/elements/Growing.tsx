import { Textarea, type TextareaProps } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";

/** Longer than this a text is not measured: it fills all the rows there are. */
const MEASURED = 8_000;

/**
 * A field that grows with what is written in it, up to `maxRows`. It is measured when its text changes and not with
 * everything that is drawn around it, and a long text not at all: laying out what was pasted, again and again, would hold
 * up the whole window.
 */
export function Growing(
  props: Omit<TextareaProps, "autosize" | "value"> & { value: string; minRows: number; maxRows: number },
) {
  const { minRows, maxRows, value, ...others } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null) {
      return;
    }
    const long = value.length > MEASURED;
    const measure = () => {
      area.style.height = "";
      area.rows = long ? maxRows : minRows;
      // Nothing can be measured where nothing is laid out.
      if (long || area.scrollHeight === 0) {
        return;
      }
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
  return <Textarea ref={field} rows={minRows} value={value} {...others} />;
}
