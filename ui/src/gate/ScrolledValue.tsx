import { type KeyboardEvent, useEffect } from "react";
import type { Foreign } from "../bindings/host";
import { ForeignText, HiddenBadge } from "../elements/ForeignText";
import { say } from "../l10n";
import { extent } from "./clamp";
import css from "./gate.module.css";
import { useEnd } from "./useEnd";

/** In which the end is gone to: what is laid out at one place makes the text longer, and the end another place. */
const FRAMES = 6;

/** The whole of a long value in a box of its own that scrolls; says when its end was in view (S-10). */
export function ScrolledValue(props: {
  name: string;
  value: Foreign;
  bytes: number;
  mono: boolean;
  /** It takes the focus, for the keys that scroll. */
  focused: boolean;
  onEnd: () => void;
}) {
  const { value, focused } = props;
  const { box, end, look } = useEnd(props.onEnd);
  useEffect(() => {
    if (focused) {
      box.current?.focus({ preventScroll: true });
    }
  }, [box, focused]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "End") {
      event.preventDefault();
      toEnd(FRAMES);
    }
  };
  const toEnd = (frames: number) => {
    const it = box.current;
    if (it === null) return;
    it.scrollTop = it.scrollHeight;
    // The box itself may lie at the edge of the sheet.
    end.current?.scrollIntoView({ block: "nearest" });
    look();
    if (frames > 1) {
      requestAnimationFrame(() => toEnd(frames - 1));
    }
  };
  return (
    <>
      <div
        ref={box}
        className={css.whole}
        role="group"
        aria-label={say("gate-whole", { name: props.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        tabIndex={0}
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <ForeignText value={value} mono={props.mono} badge={false} />
        <div ref={end} className={css.end} aria-hidden="true" />
      </div>
      <div className={`row ${css.marker}`}>
        <span className="dim small">{extent(value.text, props.bytes)}</span>
        <HiddenBadge value={value} />
      </div>
    </>
  );
}
