import type { ReactNode, RefObject } from "react";
import css from "./Dialog.module.css";
import { Mark } from "./icons";

/** What lies over a room while something is asked; that of the gate lies over all others. */
export function Overlay(props: { below?: "gate"; children: ReactNode }) {
  return (
    <div className={css.veil} data-below={props.below}>
      {props.children}
    </div>
  );
}

/**
 * The head of a sheet that asks a person something: our mark, the question in our words, and who it is about. The
 * question takes the focus and no button does (S-33). What else stands there comes after it.
 */
export function DialogHeader(props: {
  heading: string;
  title: RefObject<HTMLHeadingElement | null>;
  question: string;
  under: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={css.top}>
      <Mark size={34} />
      <div className={css.who}>
        <h1 id={props.heading} ref={props.title} tabIndex={-1} className={css.question}>
          <bdi>{props.question}</bdi>
        </h1>
        <p className={css.under}>{props.under}</p>
      </div>
      {props.children}
    </div>
  );
}

/** Its parts, for elements with roles and keys of their own. `data-width="wide"` makes the sheet a wide one. */
export const sheet = { frame: css.sheet, body: css.body, foot: css.foot };
