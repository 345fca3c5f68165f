import { type FocusEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import css from "./elements.module.css";
import { LinkButton } from "./LinkButton";

/** The id of a room's heading, which takes the focus when the room changes. */
export const TITLE = "room-title";

/** Takes the focus to the heading of the room, or, where columns are steps, to the one that is seen. */
export function focusRoom(): void {
  const headings = [
    document.getElementById(TITLE),
    ...(document.querySelector("main")?.querySelectorAll("h1") ?? []),
  ];
  headings.find((it) => it !== null && (it.checkVisibility?.() ?? true))?.focus();
}

/** The field of a conversation where messages are written, in the room that is shown. */
export function messageField(): HTMLElement | null {
  const field = document.querySelector<HTMLElement>("form[data-writing] textarea");
  return (field?.checkVisibility?.() ?? true) ? field : null;
}

/** The bar of a room: its title, remarks beside it, and what can be done. One per room has `room`. */
export function Bar(props: { title: ReactNode; room?: boolean; beside?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={css.bar}>
      <h1 tabIndex={-1} {...(props.room === false ? {} : { id: TITLE })}>
        {props.title}
      </h1>
      {props.beside}
      <span className="grow" />
      {props.actions ? <div className={css.actions}>{props.actions}</div> : null}
    </header>
  );
}

/** A room: a bar above, content that scrolls separately below. */
export function Page(props: { bar?: ReactNode; children: ReactNode; scroll?: boolean }) {
  return (
    <div className={`column ${css.page}`}>
      {props.bar}
      {props.scroll === false ? props.children : <div className="scrolls">{props.children}</div>}
    </div>
  );
}

/**
 * A list with its detail beside it. In a narrow window they are two steps: the list, then (`open`) the detail with
 * a way back.
 */
export function Columns(props: {
  list: ReactNode;
  detail: ReactNode;
  /** Something is chosen. */
  open: boolean;
  onBack: () => void;
  backTo: string;
  /** `start`: list of 300 px, `wide`: detail of 330 px, both in two steps below 1080 px; `narrow`: list of 230 px, below 900 px. */
  shape?: "start" | "narrow" | "wide";
}) {
  const list = useRef<HTMLDivElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const onFocus = useStep(props.open, list, back);
  const shape = { start: css.listStart, narrow: css.listNarrow, wide: css.listWide }[props.shape ?? "start"];
  return (
    <div className={`${css.columns} ${shape}`} data-open={props.open}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is */}
      <div className={`column ${css.column}`} ref={list} onFocus={onFocus}>
        {props.list}
      </div>
      <div className={`column ${css.column}`}>
        {props.open ? (
          <div className={css.back}>
            <LinkButton look="link" ref={back} onClick={props.onBack}>
              ‹ {props.backTo}
            </LinkButton>
          </div>
        ) : null}
        {props.detail}
      </div>
    </div>
  );
}

/**
 * The focus goes along: where columns are steps, to the way back, unless the detail took it; and when the detail is closed, to
 * where it was in the list.
 */
function useStep(open: boolean, list: RefObject<HTMLElement | null>, back: RefObject<HTMLElement | null>) {
  const left = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const at = document.activeElement;
    if (open && at instanceof HTMLElement && list.current?.contains(at) && at.checkVisibility?.() === false) {
      back.current?.focus();
    } else if (!open && left.current !== null) {
      if (at === null || at === document.body) left.current.focus();
      left.current = null;
    }
  }, [open, list, back]);
  return (event: FocusEvent<HTMLElement>) => {
    left.current = event.target;
  };
}
