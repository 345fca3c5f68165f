import { type TimeStyle, time } from "../words";
import css from "./elements.module.css";

/** A key to press. */
export function Keys(props: { children: string }) {
  return <kbd className={css.keys}>{props.children}</kbd>;
}

/** A time, in milliseconds since the epoch. */
export function When(props: { at: number; style?: TimeStyle }) {
  return (
    <time dateTime={new Date(props.at).toISOString()} title={time(props.at, "both")}>
      {time(props.at, props.style ?? "clock")}
    </time>
  );
}
