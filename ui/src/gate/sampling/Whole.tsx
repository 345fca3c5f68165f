import { useContext, useState } from "react";
import { type LineList, PayloadLines, type PayloadProps } from "../../elements/PayloadLines";
import { TextEnd, useEnd } from "../useEnd";
import css from "./sampling.module.css";

/** Lines that are drawn at first, and each time that the end comes near. */
const STEP = 200;

/** Pixels above the end at which it is near. */
const NEAR = 600;

/** Lines that stay once they were scrolled to. The gate does without the library of long lists. */
const Lines: LineList = ({ label, items, row, onEnd, done }) => {
  const [drawn, setDrawn] = useState(STEP);
  const isWhole = done && drawn >= items.length;
  const { box, end, look } = useEnd(useContext(TextEnd), isWhole);
  return (
    <div
      ref={box}
      className={css.lines}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      onScroll={({ currentTarget: it }) => {
        look();
        if (it.scrollHeight - it.scrollTop - it.clientHeight > NEAR) return;
        if (drawn < items.length) {
          setDrawn(drawn + STEP);
        } else {
          onEnd?.();
        }
      }}
    >
      {items.slice(0, drawn).map((line, index) => (
        <div key={index}>{row(line)}</div>
      ))}
      {isWhole ? <div ref={end} className={css.end} aria-hidden="true" /> : null}
    </div>
  );
};

/** The whole of a text that stays in the host. */
export function Whole(props: PayloadProps) {
  return <PayloadLines {...props} list={Lines} />;
}
