import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { say } from "../l10n";
import {
  ariaKeysOf,
  isOpen,
  keysOf,
  LASTING_QUIET_MS,
  QUIET_MS,
  type ShortcutId,
  useLayer,
  useShortcut,
} from "../shortcuts";
import css from "./DecisionDialog.module.css";
import { Mark } from "./icons";
import { LinkButton } from "./LinkButton";
import { Keys } from "./small";
import { useOverflow } from "./useOverflow";
import { useTabCycle } from "./useTabCycle";

/** A button at the foot of the dialog; with a shortcut, a key as well. */
export interface Action {
  label: ReactNode;
  /** It can be reached but does nothing otherwise. */
  active: boolean;
  run: () => void;
  shortcut?: "allow" | "deny" | "later" | "next";
  /** It changes what holds from now on, or starts or opens a program: its key takes a longer pause (S-33). */
  lasts?: boolean;
  variant?: "default" | "subtle" | "filled";
  /** It is being done. */
  pending?: boolean;
}

export interface Actions {
  /** On the left: ways to say no. */
  no: Action[];
  /** On the right: ways to go on. */
  yes: Action[];
  /** Before them, what is no single button. */
  menu?: ReactNode;
}

/**
 * The dialog that a person decides in, the whole of the gate's window: its heading takes the focus, never a button (S-33); the question in our words; who asks; what it is about; the answers, as buttons and as keys.
 */
export function DecisionDialog(props: {
  /** Whether what is shown has settled. */
  ready: boolean;
  request?: string;
  question: string;
  /** What the server is recognised by. */
  mark?: ReactNode;
  under: ReactNode;
  /** Decides later; what lies at the gate alone can be left so. */
  onLater?: () => void;
  /** Before the way to decide later. */
  corner?: ReactNode;
  /** Accessible name of what scrolls, where nothing in it may take the focus. */
  label?: string;
  actions: Actions;
  /** Why a yes waits or is not possible, in words. */
  hold: string | null;
  /** What a yes reaches, in a sentence; `null` where none can be given. */
  covers: string | null;
  /** When it ends on its own. With it the line above the answers is always there, and nothing moves when it says something. */
  ends?: ReactNode;
  /** On that line, what else can be shown. */
  beside?: ReactNode;
  /** It ended: what is shown can be read and not used, and this stands in place of that line. */
  ended?: ReactNode;
  /**
   * An answer that is not active was pressed before what is shown has settled; with milliseconds, too soon after a key or while
   * something else is being done.
   */
  onEarly?: (ms?: number) => void;
  /** Told how high a window has to be for all of it; `null` as long as the window has no size, which one that was never shown has not. */
  onDrawn?: (height: number | null) => void;
  children: ReactNode;
}) {
  const { actions, onLater } = props;
  const heading = useId();
  const box = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const below = useOverflow();
  const press = (action: Action) => {
    if (action.active) {
      action.run();
    } else if (!props.ready) {
      props.onEarly?.();
    } else if (props.hold === null) {
      props.onEarly?.(QUIET_MS);
    }
  };
  const find = (shortcut: ShortcutId) =>
    [...actions.no, ...actions.yes].find((it) => it.shortcut === shortcut);
  const byKey = (shortcut: ShortcutId) => {
    const action = find(shortcut);
    return action && (() => press(action));
  };
  const ended = props.ended !== undefined;
  const [unallowed, setUnallowed] = useState(false);
  const allow = find("allow");
  const mayAllow = allow?.active ?? false;
  const activeSince = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that a yes becomes possible
  useEffect(() => {
    activeSince.current = performance.now();
  }, [mayAllow]);
  const allowByKey = (action: Action) => {
    const left = activeSince.current + LASTING_QUIET_MS - performance.now();
    if (!props.ready) {
      props.onEarly?.();
    } else if (action.lasts && action.active && left > 0) {
      props.onEarly?.(left);
    } else {
      press(action);
    }
  };
  const unallowable = ended ? undefined : () => setUnallowed(true);
  useLayer("gate");
  useTabCycle(box);
  const early = () => props.onEarly?.(QUIET_MS);
  const quiet = allow?.lasts ? LASTING_QUIET_MS : QUIET_MS;
  useShortcut(
    "allow",
    allow ? () => allowByKey(allow) : unallowable,
    box,
    () => props.onEarly?.(quiet),
    quiet,
  );
  useShortcut("deny", byKey("deny"), box, early);
  useShortcut("next", byKey("next"), box);
  useShortcut("later", onLater ?? byKey("later"), box);
  const onDrawn = useRef(props.onDrawn);
  useEffect(() => {
    let told: number | null | undefined;
    let width = 0;
    let settled = false;
    // A window that was never shown has no size, and gets the one it has in steps. A part of the question may come a moment
    // later; what the person opens after that makes no window higher, and neither does another width.
    const measure = () => {
      const height = window.innerWidth < NO_WINDOW ? null : heightOf(below.box.current);
      const known = told ?? null;
      if (
        told === undefined ||
        (height !== null && (known === null || (height > known && width === window.innerWidth)))
      ) {
        told = height;
        width = window.innerWidth;
        onDrawn.current?.(height);
      }
      if (settled && told !== null) {
        window.removeEventListener("resize", measure);
      }
    };
    measure();
    const grown = new ResizeObserver(measure);
    const content = below.box.current?.lastElementChild;
    if (content) {
      grown.observe(content);
    }
    window.addEventListener("resize", measure);
    const settles = setTimeout(() => {
      settled = true;
      grown.disconnect();
      if (told !== null) {
        window.removeEventListener("resize", measure);
      }
    }, SETTLES_MS);
    return () => {
      clearTimeout(settles);
      grown.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [below.box]);
  // What had the focus cannot be used any more when it ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when it ends
  useEffect(() => {
    if (!isOpen("palette")) {
      title.current?.focus();
    }
  }, [ended]);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby={heading}
      data-ready={props.ready}
      className={css.page}
      data-request={props.request}
    >
      <div className={css.top}>
        <Mark size={34} />
        {props.mark}
        <div className={css.who}>
          <h1 id={heading} ref={title} tabIndex={-1} className={css.question}>
            <bdi>{props.question}</bdi>
          </h1>
          <p className={`small dim ${css.under}`}>{props.under}</p>
        </div>
        {onLater ? (
          <div className={css.corner}>
            {props.corner}
            <Button
              variant="subtle"
              size="xs"
              onClick={onLater}
              aria-keyshortcuts={ariaKeysOf("later")}
              rightSection={<Key of="later" />}
            >
              {say("elements-decision-later")}
            </Button>
          </div>
        ) : null}
      </div>
      <div
        className={css.body}
        ref={below.box}
        onScroll={below.look}
        {...(props.label === undefined ? {} : { tabIndex: 0, role: "group", "aria-label": props.label })}
      >
        <div className={css.content} inert={ended}>
          {props.children}
        </div>
      </div>
      {ended ? (
        <>
          <div className={css.ended} role="alert">
            {props.ended}
          </div>
          <div className={css.hold}>
            <span role="status">{props.hold}</span>
          </div>
        </>
      ) : (
        <div className={css.hold}>
          <span role="status">
            {props.hold ?? (unallowed && !allow ? say("elements-decision-no-answer") : null)}
          </span>
          {props.beside}
          {below.more ? (
            <LinkButton look="link" small onClick={below.down}>
              {say("elements-decision-below")}
            </LinkButton>
          ) : null}
          {props.ends}
        </div>
      )}
      <div className={css.foot}>
        {props.covers === null || ended ? null : (
          <p className={css.covers}>{say("elements-decision-covers", { what: props.covers })}</p>
        )}
        <Buttons actions={actions.no} onPress={press} />
        <span className="grow" />
        {actions.menu}
        <Buttons actions={actions.yes} onPress={press} />
      </div>
    </div>
  );
}

/** Visibly not active until an answer would be accepted, but always reachable. */
function Buttons(props: { actions: Action[]; onPress: (action: Action) => void }) {
  return props.actions.map((action, index) => {
    const { shortcut } = action;
    return (
      <Button
        key={`${index}`}
        variant={action.variant ?? "default"}
        aria-disabled={action.active ? undefined : true}
        data-waiting={action.active ? undefined : true}
        aria-keyshortcuts={shortcut && ariaKeysOf(shortcut)}
        loading={action.pending ?? false}
        onClick={() => props.onPress(action)}
        rightSection={shortcut ? <Key of={shortcut} /> : undefined}
      >
        {action.label}
      </Button>
    );
  });
}

function Key(props: { of: ShortcutId }): ReactNode {
  return (
    <span aria-hidden="true">
      <Keys>{keysOf(props.of).join(" ")}</Keys>
    </span>
  );
}

/** Milliseconds in which all parts of a question are there. */
const SETTLES_MS = 1_500;

/** Pixels. No window of ours is narrower. */
const NO_WINDOW = 400;

/** What a window needs to show all that is in this box. The height that scrolls is never less than the box has; the last part's end is. */
function heightOf(body: HTMLElement | null): number | null {
  const last = body?.lastElementChild;
  if (!body || !last) return null;
  const end = last.getBoundingClientRect().bottom - body.getBoundingClientRect().top + body.scrollTop;
  const padding = Number.parseFloat(getComputedStyle(body).paddingBottom) || 0;
  return Math.ceil(window.innerHeight - body.clientHeight + end + padding);
}
