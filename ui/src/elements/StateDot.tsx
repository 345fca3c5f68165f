import type { Phase } from "../bindings/host";
import { phaseWord } from "../words";
import css from "./elements.module.css";

export type DotShape = "circle" | "diamond" | "square" | "ring" | "half" | "frame" | "dash";

const shapes: Record<Phase, DotShape> = {
  off: "ring",
  starting: "half",
  ready: "circle",
  needs_review: "diamond",
  needs_sign_in: "frame",
  asleep: "dash",
  failing: "square",
  stopped: "square",
};

/** The shape alone; something beside it must say the word. */
export function Dot(props: { shape: DotShape }) {
  return <span className={`${css.dot} ${css[props.shape]}`} aria-hidden="true" />;
}

/** The state of a server as a shape, with its word for those who do not see it. `said` when a word stands beside it. */
export function StateDot(props: { phase: Phase; said?: boolean }) {
  return (
    <>
      <Dot shape={shapes[props.phase]} />
      {props.said ? null : <span className="visually-hidden">{phaseWord(props.phase)}</span>}
    </>
  );
}
