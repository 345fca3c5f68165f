import type { KeyboardEventHandler } from "react";
import css from "./elements.module.css";
import { CloseIcon } from "./icons";

/** A cross that puts something away; its name says what. */
export function CloseButton(props: { name: string; onClick: () => void; onKeyDown?: KeyboardEventHandler }) {
  return (
    <button
      type="button"
      className={css.close}
      aria-label={props.name}
      onClick={props.onClick}
      onKeyDown={props.onKeyDown}
    >
      <CloseIcon />
    </button>
  );
}
