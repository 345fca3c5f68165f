import { Fragment, type ReactNode } from "react";
import { formats } from "./open";

/** Elements as a list within a sentence: `a, b and c`, or only with commas. */
export function Listed(props: { items: ReactNode[]; and?: boolean }): ReactNode {
  const { items, and = true } = props;
  const list = new Intl.ListFormat(formats(), and ? {} : { type: "unit", style: "short" });
  return list
    .formatToParts(items.map((_, place) => String(place)))
    .map(({ type, value }, index) => (
      <Fragment key={index}>{type === "element" ? items[Number(value)] : value}</Fragment>
    ));
}
