import css from "./gate.module.css";

/** What is decided one after the other; `now` counts from 0. */
export function Steps(props: { label: string; steps: string[]; now: number }) {
  return (
    <ol className={`unmarked ${css.steps}`} aria-label={props.label}>
      {props.steps.map((step, index) => (
        <li key={step} aria-current={index === props.now ? "step" : undefined}>
          <span className={css.step}>
            {index + 1} {step}
          </span>
        </li>
      ))}
    </ol>
  );
}
